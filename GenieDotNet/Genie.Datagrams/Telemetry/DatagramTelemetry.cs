using System.Diagnostics.Metrics;
using Genie.Observing;

namespace Genie.Datagrams.Telemetry;

/// <summary>What the endpoints of a process report to those who listen, all together and by transport, under <see cref="Name"/>.</summary>
public static class DatagramTelemetry
{
    /// <summary>The name of the meter.</summary>
    public const string Name = "Genie.Datagrams";

    internal const string Udp = "udp";
    internal const string Tcp = "tcp";

    private const string TransportTag = "transport";
    private const string DirectionTag = "direction";
    private const string OutcomeTag = "outcome";
    private const string Sent = "sent";
    private const string Received = "received";

    private static readonly GuardedMeter Meter = new(Name);
    private static readonly Lock Gate = new();

    // Weakly: an endpoint that nobody disposes, as those of simulated networks, is not kept by what it has counted.
    private static readonly HashSet<WeakReference<EndpointTotals>> Open = [];
    private static readonly List<EndpointTotals> Ended = [new(Udp), new(Tcp)];

    static DatagramTelemetry()
    {
        Meter.Publish(static meter => meter.CreateObservableUpDownCounter("genie.datagrams.connections", static () => Read(static all => all.Connections), "{connection}", "Connections that are established or closing, by transport."));
        Meter.Publish(meter => meter.CreateObservableCounter(
            "genie.datagrams.handshakes",
            static () => Read(OutcomeTag, ("begun", static all => all.HandshakesBegun), ("completed", static all => all.HandshakesCompleted), ("refused", static all => all.HandshakesRefused)),
            "{handshake}",
            "Handshakes of both sides, by transport and outcome: begun (opened, or by a client that has shown its address), completed, refused by this side."));
        Meter.Publish(meter => meter.CreateObservableCounter(
            "genie.datagrams.datagrams",
            static () => Read(DirectionTag, (Sent, static all => all.DatagramsSent), (Received, static all => all.DatagramsReceived)).Where(static one => HasDatagrams(one.Tags)),
            "{datagram}",
            "Datagrams given to the socket and taken from it, of handshakes and strangers too, by transport and direction."));
        Meter.Publish(meter => meter.CreateObservableCounter(
            "genie.datagrams.io",
            static () => Read(DirectionTag, (Sent, static all => all.BytesSent), (Received, static all => all.BytesReceived)),
            "By",
            "Bytes of datagrams without the headers of UDP and IP, and of streams without TLS, by transport and direction."));
        Meter.Publish(static meter => meter.CreateObservableCounter("genie.datagrams.packets.lost", static () => Read(static all => all.PacketsLost).Where(static one => one.Tags[0].Value is Udp), "{packet}", "Packets that were taken to be lost, by transport."));
        Meter.Publish(meter => meter.CreateObservableCounter(
            "genie.datagrams.messages",
            static () => Read(DirectionTag, (Sent, static all => all.MessagesSent), (Received, static all => all.MessagesReceived)),
            "{message}",
            "Messages handed over by the application and to it, by transport and direction."));
        Meter.Publish(static meter => meter.CreateObservableCounter("genie.datagrams.messages.dropped", static () => Read(static all => all.MessagesDropped), "{message}", "Messages that the sender never sent: unreliable ones that a newer one replaced or that waited too long, and any that a full queue refused, by transport."));
    }

    /// <summary>Endpoints that count.</summary>
    internal static int OpenCount
    {
        get
        {
            lock (Gate) return Open.Count;
        }
    }

    /// <summary>An endpoint was opened.</summary>
    internal static EndpointTotals Begin(string transport)
    {
        var totals = new EndpointTotals(transport);
        lock (Gate)
        {
            Open.Add(totals.Entry);
            if (Ended.TrueForAll(ended => ended.Transport != transport)) Ended.Add(new EndpointTotals(transport));
        }

        return totals;
    }

    /// <summary>An endpoint was closed, or collected, and counts no more.</summary>
    internal static void End(EndpointTotals totals)
    {
        lock (Gate)
        {
            if (Open.Remove(totals.Entry)) totals.AddTo(Ended.First(one => one.Transport == totals.Transport));
        }
    }

    private static bool HasDatagrams(ReadOnlySpan<KeyValuePair<string, object?>> tags) => tags[0].Value is not Tcp;

    private static List<Measurement<long>> Read(Func<EndpointTotals, long> of) => Read(null, (string.Empty, of));

    private static List<Measurement<long>> Read(string? tag, params ReadOnlySpan<(string Value, Func<EndpointTotals, long> Of)> parts)
    {
        List<Measurement<long>> all = [];
        lock (Gate)
        {
            var open = Open.Select(static entry => entry.TryGetTarget(out var totals) ? totals : null).OfType<EndpointTotals>().ToList();
            foreach (var ended in Ended)
            {
                KeyValuePair<string, object?> transport = new(TransportTag, ended.Transport);
                foreach (var (value, of) in parts)
                {
                    var sum = of(ended) + open.Where(one => one.Transport == ended.Transport).Sum(of);
                    all.Add(tag is null ? new(sum, transport) : new(sum, transport, new(tag, value)));
                }
            }
        }

        return all;
    }
}
