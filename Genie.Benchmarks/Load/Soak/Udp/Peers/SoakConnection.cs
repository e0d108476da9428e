using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Brokers.Frame;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>One side of a connection: what it sends each tick, and what it has received.</summary>
/// <param name="plan">What is sent.</param>
/// <param name="run">The leg, with the direction in its lowest bit, which is 1 for what the server sends.</param>
/// <param name="number">The connection's number, alike at both sides.</param>
/// <param name="isServer">Which side.</param>
/// <param name="link">The connection.</param>
internal sealed class SoakConnection(UdpSoakPlan plan, ulong run, uint number, bool isServer, DatagramConnection link)
{
    private const int UnorderedEvery = 5;
    private const double FragmentedShare = 0.1;
    private const double UnreliableShare = 0.1;

    private readonly ConnectionLedger _ledger = new(RunOf(run, !isServer), number);
    private readonly Lock _receiving = new();
    private readonly Random _random = new(unchecked((plan.Seed * 486187739) + ((int)number * 2) + (isServer ? 1 : 0)));
    private readonly long[] _sent = new long[SoakStreams.Count];
    private long _ticks;
    private long _refused;

    /// <summary>The connection.</summary>
    public DatagramConnection Link => link;

    /// <summary>True once it has ended, and is no longer ticked.</summary>
    public bool HasEnded { get; set; }

    /// <summary>Messages that found too much waiting.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>The run and direction.</summary>
    public static ulong RunOf(ulong run, bool fromServer) => fromServer ? run | 1 : run & ~1UL;

    /// <summary>Sends what a tick has. One caller at a time.</summary>
    /// <param name="dueNanoseconds">When it should have, of the machine's monotonic clock.</param>
    /// <param name="buffer">Room for a message.</param>
    public void Tick(long dueNanoseconds, Span<byte> buffer)
    {
        try
        {
            Send(_ticks++ % UnorderedEvery == UnorderedEvery - 1 ? SoakStream.Unordered : SoakStream.Ordered, dueNanoseconds, buffer);
            if (_random.NextDouble() < FragmentedShare) Send(SoakStream.Fragmented, dueNanoseconds, buffer);
            if (_random.NextDouble() < UnreliableShare) Send(_random.Next(2) == 0 ? SoakStream.Unreliable : SoakStream.Sequenced, dueNanoseconds, buffer);
        }
        catch (ConnectionClosedException)
        {
            // The handler is told, and tells it to whoever counts.
        }
    }

    /// <summary>Judges what arrived.</summary>
    /// <returns>What is wrong with it, or null; and the frame.</returns>
    public SoakFinding Receive(ReadOnlySpan<byte> message, MessageInfo info, out MessageFrame frame)
    {
        lock (_receiving) return _ledger.Take(message, info, out frame);
    }

    /// <summary>Adds what was counted.</summary>
    public void AddTo(long[] sent, long[] received, ref SoakAnomalies anomalies)
    {
        lock (_receiving)
        {
            foreach (var stream in SoakStreams.All)
            {
                sent[(int)stream] += Volatile.Read(ref _sent[(int)stream]);
                received[(int)stream] += _ledger.Received(stream);
            }

            anomalies = anomalies + _ledger.Anomalies + new SoakAnomalies { Lost = _ledger.Skipped };
        }
    }

    private void Send(SoakStream stream, long dueNanoseconds, Span<byte> buffer)
    {
        var frame = new MessageFrame(RunOf(run, isServer), ConnectionLedger.SenderOf(number, stream), (ulong)_sent[(int)stream], dueNanoseconds);
        var length = SoakMessage.Write(buffer, frame);
        try
        {
            link.Send(buffer[..length], stream.Mode(), (byte)stream);
            Volatile.Write(ref _sent[(int)stream], _sent[(int)stream] + 1);
        }
        catch (SendQueueFullException)
        {
            Volatile.Write(ref _refused, _refused + 1);
        }
    }
}
