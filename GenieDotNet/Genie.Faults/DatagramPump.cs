using System.Threading.Channels;

namespace Genie.Faults;

/// <summary>One direction of one client's datagrams, or of a path's packets: decides on each, keeps what is under way, sends it when it is due.</summary>
/// <param name="sendAsync">Sends one.</param>
/// <param name="passed">Counts the bytes that were sent.</param>
/// <param name="counter">Counts what is done.</param>
/// <param name="time">The clock.</param>
/// <param name="random">What is drawn by lot.</param>
/// <param name="headerBytes">Bytes of each that are no payload of a datagram; see <see cref="NetworkProfile.DatagramBytesLimit"/>.</param>
internal sealed class DatagramPump(
    Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask> sendAsync, Counted passed, FaultCounter counter, TimeProvider time, Random random, int headerBytes = 0)
{
    // What a router keeps; the rest is lost.
    private const int UnderWayMax = 8192;

    // One that is to be overtaken does not wait for ever.
    private static readonly TimeSpan OvertakenBy = TimeSpan.FromMilliseconds(100);

    private readonly Channel<(byte[] Bytes, long Due)> _underWay = Channel.CreateBounded<(byte[], long)>(UnderWayMax);
    private readonly DatagramFates _fates = new(random);
    private readonly DelayLine _line = new(random, time);
    private readonly Lock _lock = new();
    private byte[]? _overtaken;

    /// <summary>Takes a datagram.</summary>
    public void Take(ReadOnlySpan<byte> datagram, NetworkProfile profile, CancellationToken ended)
    {
        counter.Add(Counted.Datagrams);
        lock (_lock)
        {
            var fate = _fates.Next(profile, datagram.Length - headerBytes);
            if (fate is DatagramFate.Lost or DatagramFate.TooLarge)
            {
                counter.Add(fate == DatagramFate.Lost ? Counted.Lost : Counted.TooLarge);
                return;
            }

            var bytes = datagram.ToArray();
            if (fate == DatagramFate.Overtaken && _overtaken is null)
            {
                _overtaken = bytes;
                _ = ReleaseLaterAsync(bytes, profile, ended);
                return;
            }

            Enqueue(bytes, profile);
            if (fate == DatagramFate.Duplicated && Enqueue(bytes, profile)) counter.Add(Counted.Duplicated);
            if (_overtaken is { } earlier && Enqueue(earlier, profile)) counter.Add(Counted.Reordered);
            _overtaken = null;
        }
    }

    /// <summary>Sends what is due, until the end.</summary>
    public async Task RunAsync(CancellationToken ended)
    {
        await foreach (var (bytes, due) in _underWay.Reader.ReadAllAsync(ended).ConfigureAwait(false))
        {
            await _line.WaitUntilAsync(due, ended).ConfigureAwait(false);
            await sendAsync(bytes, ended).ConfigureAwait(false);
            counter.Add(passed, bytes.Length);
        }
    }

    private bool Enqueue(byte[] bytes, NetworkProfile profile)
    {
        if (_underWay.Writer.TryWrite((bytes, _line.DueOf(profile, bytes.Length)))) return true;
        counter.Add(Counted.Overflowed);
        return false;
    }

    private async Task ReleaseLaterAsync(byte[] bytes, NetworkProfile profile, CancellationToken ended)
    {
        await Task.Delay(OvertakenBy, time, ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        lock (_lock)
        {
            if (!ReferenceEquals(_overtaken, bytes)) return;
            _overtaken = null;
            Enqueue(bytes, profile);
        }
    }
}
