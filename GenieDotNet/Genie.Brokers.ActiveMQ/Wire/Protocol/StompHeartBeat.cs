using System.Buffers.Text;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>What client and server agree on (STOMP 1.2, "Heart-beating").</summary>
/// <param name="SendsEvery">The server expects something at least this often; null if nothing is expected.</param>
/// <param name="ReceivesEvery">The server promises something at least this often; null if nothing is promised.</param>
internal readonly record struct StompHeartBeat(TimeSpan? SendsEvery, TimeSpan? ReceivesEvery)
{
    // Twice as often as agreed: the specification asks for a margin on the receiving side, and not every server has one.
    private const int SendMargin = 2;
    private const int ReceiveMargin = 3;
    private const long MillisecondsMax = int.MaxValue;

    /// <summary>Each direction beats at the slower of the two rates that its ends gave; zero from either end means none.</summary>
    /// <param name="asked">What this client offered and asked for.</param>
    /// <param name="header">The server's header: what it can do, then what it wants, in ms. Empty means none.</param>
    /// <exception cref="BrokerProtocolException">The header cannot be read.</exception>
    public static StompHeartBeat Agree(TimeSpan asked, ReadOnlySpan<byte> header)
    {
        if (header.IsEmpty || asked <= TimeSpan.Zero) return default;
        if (!Utf8Parser.TryParse(header, out long offers, out var consumed)
            || header.Length <= consumed || header[consumed] != (byte)','
            || !Utf8Parser.TryParse(header[(consumed + 1)..], out long wants, out _) || offers is < 0 or > MillisecondsMax || wants is < 0 or > MillisecondsMax)
        {
            throw new BrokerProtocolException(ActiveMQDrivers.Broker, "a heart-beat header that cannot be read");
        }

        return new StompHeartBeat(Slower(wants, asked), Slower(offers, asked));
    }

    /// <summary>How the link is to beat; null if neither side wants to.</summary>
    public LinkHeartbeat? ToLink() => (SendsEvery ?? ReceivesEvery) is not { } interval ? null : new LinkHeartbeat(
        interval / SendMargin, ReceivesEvery is { } receives ? receives * ReceiveMargin : TimeSpan.MaxValue);

    private static TimeSpan? Slower(long milliseconds, TimeSpan asked) =>
        milliseconds == 0 ? null : TimeSpan.FromMilliseconds(Math.Max(milliseconds, asked.TotalMilliseconds));
}
