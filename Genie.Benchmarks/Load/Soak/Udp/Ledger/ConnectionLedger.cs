using Genie.Brokers.Frame;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Soak.Udp.Ledger;

/// <summary>Judges what arrives on one connection. One caller at a time.</summary>
/// <param name="run">The run and direction that messages must be of.</param>
/// <param name="connection">The connection that they must be of.</param>
internal sealed class ConnectionLedger(ulong run, uint connection)
{
    private readonly StreamLedger[] _streams = [.. SoakStreams.All.Select(stream => new StreamLedger(stream.IsOrdered()))];
    private readonly byte[] _scratch = new byte[SoakMessage.BytesMax];

    /// <summary>What was found that must not be; what is missing is not among it.</summary>
    public SoakAnomalies Anomalies { get; private set; } = new();

    /// <summary>Different intact messages that have arrived, by stream.</summary>
    public long Received(SoakStream stream) => _streams[(int)stream].Received;

    /// <summary>Reliable messages in order that later ones have overtaken for good: lost, whatever is still under way.</summary>
    public long Skipped => SoakStreams.All.Where(stream => stream.IsReliable() && stream.IsOrdered()).Sum(stream => _streams[(int)stream].Missing);

    /// <summary>Who sends a stream of a connection.</summary>
    public static uint SenderOf(uint connection, SoakStream stream) => (connection * SoakStreams.Count) + (uint)stream;

    /// <summary>Judges a message.</summary>
    /// <param name="message">What arrived.</param>
    /// <param name="info">How.</param>
    /// <param name="frame">What it says of itself; nothing, where it is corrupted.</param>
    public SoakFinding Take(ReadOnlySpan<byte> message, MessageInfo info, out MessageFrame frame)
    {
        var stream = (SoakStream)info.Channel;
        var finding = IsIntact(message, stream, info.Mode, out frame) ? _streams[(int)stream].Take(frame.Sequence) : SoakFinding.Corrupted;
        Anomalies += finding switch
        {
            SoakFinding.Doubled => new SoakAnomalies { Doubled = 1 },
            SoakFinding.OutOfOrder => new SoakAnomalies { OutOfOrder = 1 },
            SoakFinding.Corrupted => new SoakAnomalies { Corrupted = 1 },
            _ => SoakAnomalies.None,
        };
        return finding;
    }

    private bool IsIntact(ReadOnlySpan<byte> message, SoakStream stream, DeliveryMode mode, out MessageFrame frame) =>
        MessageFrame.Read(message, out frame, out var payload) == FrameStatus.Intact
        && frame.Run == run && (int)stream < SoakStreams.Count && frame.Sender == SenderOf(connection, stream) && mode == stream.Mode()
        && SoakMessage.IsIntact(payload, frame, _scratch);
}
