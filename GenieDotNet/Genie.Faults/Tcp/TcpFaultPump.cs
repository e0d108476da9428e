using System.Buffers;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Genie.Faults;

/// <summary>One direction of one connection: reads, keeps what is under way, sends it when it is due.</summary>
internal sealed class TcpFaultPump(
    Socket from, Socket to, FaultDirections direction, TcpFaultLink link, FaultCounter counter, FaultProxyOptions options, Random random) : IDisposable
{
    private const int ChunkBytes = 16 * 1024;

    // Together 1 MiB.
    private const int ChunksMax = 64;

    private readonly Channel<Chunk> _underWay = Channel.CreateBounded<Chunk>(ChunksMax);
    private readonly SemaphoreSlim _sending = new(1, 1);
    private readonly DelayLine _line = new(random, options.Time);
    private readonly LossChannel _loss = new(random);
    private int _cutNext;

    /// <summary>Which.</summary>
    public FaultDirections Direction => direction;

    private Counted Passed => direction == FaultDirections.ToServer ? Counted.BytesToServer : Counted.BytesToClient;

    /// <summary>Passes on until one side ends, and then tells the other.</summary>
    public Task RunAsync(CancellationToken ended) => Task.WhenAll(ReadAsync(ended), SendAsync(ended));

    /// <summary>Closes the connection in the middle of the next bytes.</summary>
    public void CutNext() => Volatile.Write(ref _cutNext, 1);

    /// <summary>Sends bytes that nobody sent, when nothing else is being sent.</summary>
    public void SendGarbage(int bytes, CancellationToken ended)
    {
        var garbage = new byte[bytes];
        lock (random) random.NextBytes(garbage);
        _ = SendLaterAsync();

        async Task SendLaterAsync()
        {
            try
            {
                counter.Add(Counted.GarbageBytes, await SendAllAsync(garbage, ended).ConfigureAwait(false));
            }
            catch (Exception error) when (error is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                // The connection ended first.
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _sending.Dispose();

    private async Task ReadAsync(CancellationToken ended)
    {
        try
        {
            for (var count = 1; count > 0;)
            {
                await link.State.WaitWhileAsync(TcpFault.ZeroWindow, direction, ended).ConfigureAwait(false);
                var buffer = ArrayPool<byte>.Shared.Rent(ChunkBytes);
                count = await from.ReceiveAsync(buffer.AsMemory(0, ChunkBytes), ended).ConfigureAwait(false);
                await _underWay.Writer.WriteAsync(new Chunk(buffer, count, DueOf(count)), ended).ConfigureAwait(false);
            }
        }
        catch (SocketException)
        {
            // Who sends was reset: so is who receives, unless ends are lost too.
            if (link.State.Has(TcpFault.HalfOpen, direction)) link.Lose(0);
            else link.Reset();
        }
        finally
        {
            _underWay.Writer.TryComplete();
        }
    }

    private long DueOf(int bytes)
    {
        lock (random)
        {
            var profile = link.Profile;
            var isLost = bytes > 0 && _loss.Loses(profile.Loss);
            if (isLost) counter.Add(Counted.Lost);
            return _line.DueOf(profile, bytes, isLost ? 1 : 0);
        }
    }

    private async Task SendAsync(CancellationToken ended)
    {
        try
        {
            var greeted = false;
            await foreach (var chunk in _underWay.Reader.ReadAllAsync(ended).ConfigureAwait(false))
            {
                await _line.WaitUntilAsync(chunk.Due, ended).ConfigureAwait(false);
                await link.State.WaitWhileAsync(TcpFault.Stall, direction, ended).ConfigureAwait(false);
                await link.State.WaitWhileAsync(TcpFault.ZeroWindow, direction, ended).ConfigureAwait(false);
                await PassOnAsync(chunk, ended).ConfigureAwait(false);
                ArrayPool<byte>.Shared.Return(chunk.Buffer);
                greeted |= chunk.Count > 0 && direction == FaultDirections.ToClient;
                if (greeted && link.State.Fault == TcpFault.GreetThenClose) link.Close();
            }
        }
        catch (SocketException)
        {
            if (link.State.Has(TcpFault.HalfOpen, direction)) link.Lose(0);
            else link.Reset();
        }
    }

    private async ValueTask PassOnAsync(Chunk chunk, CancellationToken ended)
    {
        if (link.State.Has(TcpFault.HalfOpen, direction))
        {
            link.Lose(chunk.Count);
        }
        else if (link.HasLost)
        {
            link.Reset();
        }
        else if (chunk.Count == 0)
        {
            to.Shutdown(SocketShutdown.Send);
        }
        else if (Interlocked.Exchange(ref _cutNext, 0) != 0)
        {
            int part;
            lock (random) part = random.Next(chunk.Count > 1 ? 1 : 0, chunk.Count);
            counter.Add(Passed, await SendAllAsync(chunk.Buffer.AsMemory(0, part), ended).ConfigureAwait(false));
            link.Close();
        }
        else
        {
            counter.Add(Passed, await SendAllAsync(chunk.Buffer.AsMemory(0, chunk.Count), ended).ConfigureAwait(false));
        }
    }

    private async ValueTask<int> SendAllAsync(ReadOnlyMemory<byte> bytes, CancellationToken ended)
    {
        await _sending.WaitAsync(ended).ConfigureAwait(false);
        try
        {
            for (var sent = 0; sent < bytes.Length;) sent += await to.SendAsync(bytes[sent..], ended).ConfigureAwait(false);
            return bytes.Length;
        }
        finally
        {
            _sending.Release();
        }
    }

    private readonly record struct Chunk(byte[] Buffer, int Count, long Due);
}
