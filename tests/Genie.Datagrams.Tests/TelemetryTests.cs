using System.Diagnostics.Metrics;
using System.Net;
using Genie.Datagrams.Telemetry;
using Genie.Testing;

namespace Genie.Datagrams.Tests;

/// <summary>What those see who listen. Alone in their collection: the figures are sums over the whole process.</summary>
[CollectionDefinition(nameof(TelemetryTests), DisableParallelization = true)]
[Collection(nameof(TelemetryTests))]
public sealed class TelemetryTests
{
    private static readonly TimeSpan Bound = TimeSpan.FromMinutes(1);

    [Fact]
    public void What_the_dashboard_and_the_alerts_ask_for_is_there()
    {
        using var endpoint = DatagramEndpoint.OpenClient(new RecordingHandler());
        var asked = PrometheusNames.OfMonitoring("genie_datagrams_");
        Assert.InRange(asked.Count, 4, int.MaxValue);
        Assert.Subset(PrometheusNames.OfInstruments().ToHashSet(), asked.ToHashSet());
    }

    [Theory]
    [MemberData(nameof(TestTransport.Kinds), MemberType = typeof(TestTransport))]
    public void Endpoints_report_connections_handshakes_messages_and_bytes(string tag, bool isEncrypted)
    {
        // Reports begin with the first endpoint of a transport.
        DatagramEndpoint.OpenClient(new RecordingHandler(), new DatagramOptions().Over(tag)).Dispose();
        var before = Read();
        var options = new DatagramOptions { Security = isEncrypted ? TestSecurity.ByKey : null, ConnectTimeout = Bound, IdleTimeout = 2 * Bound, MaxQueuedBytes = 10_000 }.Over(tag);
        var handler = new RecordingHandler();
        var serverHandler = new RecordingHandler(echoes: true) { Decides = data => (data is [9], []) };
        var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, options);
        var client = DatagramEndpoint.OpenClient(handler, options);
        server.Start();
        client.Start();
        var link = client.Connect(server.LocalAddress.ToEndPoint());
        client.Connect(server.LocalAddress.ToEndPoint(), [9]);
        WaitFor(() => handler.Connected.Count == 1 && serverHandler.Connected.Count == 1 && handler.Disconnected.Count == 1);
        for (var i = 0; i < 10; i++) link.Send(new byte[100], DeliveryMode.ReliableOrdered);
        Assert.Throws<SendQueueFullException>(() => link.Send(new byte[10_001], DeliveryMode.ReliableOrdered));
        WaitFor(() => handler.Messages.Count == 10);

        Assert.Equal(2, Difference($"connections {tag}"));
        Assert.Equal(4, Difference($"handshakes {tag} begun"));
        Assert.Equal(2, Difference($"handshakes {tag} completed"));
        Assert.Equal(1, Difference($"handshakes {tag} refused"));
        Assert.Equal(20, Difference($"messages {tag} sent"));
        Assert.Equal(20, Difference($"messages {tag} received"));
        Assert.Equal(1, Difference($"messages.dropped {tag}"));
        Assert.True(Difference($"io {tag} sent") >= 2_000);
        Assert.True(Difference($"io {tag} received") >= 2_000);
        if (tag != TestTransport.Tcp)
        {
            Assert.True(Difference($"datagrams {tag} sent") > 4);
            Assert.True(Difference($"datagrams {tag} received") > 4);
        }

        // What has ended counts no more, and what it has counted stays.
        client.Dispose();
        server.Dispose();
        Assert.Equal(0, Difference($"connections {tag}"));
        Assert.Equal(20, Difference($"messages {tag} sent"));

        long Difference(string name) => Read()[name] - before[name];
    }

    [Fact]
    public void Lost_packets_and_messages_that_were_never_sent_are_counted()
    {
        var before = Read();
        var pair = new SimulatedPair(Simulation.NetworkConditions.Continental with { Loss = 0.2 }, seed: 4, new DatagramOptions { SendImmediately = false });
        for (var i = 0; i < 5; i++) pair.Link.Send([1], DeliveryMode.Sequenced);
        for (var i = 0; i < 200; i++)
        {
            pair.Link.Send(new byte[500], DeliveryMode.ReliableOrdered);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(10));
        }

        pair.Network.RunFor(TimeSpan.FromSeconds(5));
        var now = Read();
        Assert.Equal(4, now["messages.dropped udp"] - before["messages.dropped udp"]);
        Assert.Equal(pair.Link.GetStatistics().PacketsLost + pair.Accepted.GetStatistics().PacketsLost, now["packets.lost udp"] - before["packets.lost udp"]);
        Assert.True(pair.Link.GetStatistics().PacketsLost > 10);
    }

    [Fact]
    public void Endpoints_that_nobody_disposes_are_not_kept_and_what_they_counted_is()
    {
        const int Pairs = 50;
        Collect();
        var (before, open) = (Read(), DatagramTelemetry.OpenCount);
        Use();
        Collect();
        Assert.InRange(DatagramTelemetry.OpenCount, 0, open + Pairs);
        Assert.Equal(Pairs, Read()["messages udp received"] - before["messages udp received"]);

        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        static void Use()
        {
            for (var i = 0; i < Pairs; i++)
            {
                var pair = new SimulatedPair(Simulation.NetworkConditions.Lan, seed: i);
                pair.Link.Send([1], DeliveryMode.ReliableOrdered);
                pair.Network.RunFor(TimeSpan.FromSeconds(1));
            }
        }

        static void Collect()
        {
            for (var i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }
    }

    private static Dictionary<string, long> Read()
    {
        const string Prefix = "genie.datagrams.";
        Dictionary<string, long> values = new(StringComparer.Ordinal);
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, listening) =>
            {
                if (instrument.Meter.Name == DatagramTelemetry.Name) listening.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => values[string.Join(' ', [instrument.Name[Prefix.Length..], .. tags.ToArray().Select(tag => $"{tag.Value}")])] = value);
        listener.Start();
        using var unused = DatagramEndpoint.OpenClient(new RecordingHandler());
        listener.RecordObservableInstruments();
        return values;
    }

    private static void WaitFor(Func<bool> condition) => Assert.True(SpinWait.SpinUntil(condition, Bound), "waited a minute");
}
