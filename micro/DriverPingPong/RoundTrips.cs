using System.Diagnostics;
using DriverPingPong.Bare;
using Genie.Brokers;

namespace DriverPingPong;

/// <summary>Measures request and reply.</summary>
internal static class RoundTrips
{
    public static async Task<string> MeasureAsync(Arguments arguments)
    {
        await using var responder = await Responder.StartAsync(arguments).ConfigureAwait(false);
        if (!Candidates.IsBare(arguments)) return await MeasureDriverAsync(arguments).ConfigureAwait(false);
        using var bare = BareExchange.Open(arguments, responds: false);
        bare.Begin();
        var clock = new Clock(arguments);
        if (arguments.Candidate == "bare") MeasureBlocking(clock, bare);
        else await MeasureBareAsync(clock, bare).ConfigureAwait(false);
        return Figures.OfRoundTrips(arguments, clock.Count, clock.Ticks.ToArray(), allocatedBytes: 0);
    }

    private static void MeasureBlocking(Clock clock, BareExchange bare)
    {
        var start = Stopwatch.GetTimestamp();
        do
        {
            bare.Send();
            bare.Receive();
        }
        while (clock.Lap(ref start));
    }

    private static async Task MeasureBareAsync(Clock clock, BareExchange bare)
    {
        var start = Stopwatch.GetTimestamp();
        do
        {
            await bare.SendAsync().ConfigureAwait(false);
            await bare.ReceiveAsync().ConfigureAwait(false);
        }
        while (clock.Lap(ref start));
    }

    private static async Task<string> MeasureDriverAsync(Arguments arguments)
    {
        await using var broker = Candidates.Create(arguments);
        var connections = new List<IBrokerConnection>();
        for (var i = 0; i < arguments.Connections; i++) connections.Add(await broker.ConnectAsync(Candidates.Channel, Candidates.Connection(arguments), default).ConfigureAwait(false));

        var clocks = Enumerable.Range(0, arguments.Connections * arguments.InFlight).Select(_ => new Clock(arguments)).ToArray();
        var allocated = GC.GetTotalAllocatedBytes();
        await Task.WhenAll(clocks.Select((clock, i) => Task.Run(() => LoopAsync(connections[i % connections.Count], clock, arguments.Size)))).ConfigureAwait(false);
        allocated = GC.GetTotalAllocatedBytes() - allocated;

        foreach (var connection in connections) await connection.DisposeAsync().ConfigureAwait(false);
        return Figures.OfRoundTrips(arguments, clocks.Sum(clock => clock.Count), [.. clocks.SelectMany(clock => clock.Ticks.ToArray())], allocated);
    }

    private static async Task LoopAsync(IBrokerConnection connection, Clock clock, int sizeBytes)
    {
        var message = new byte[sizeBytes];
        var start = Stopwatch.GetTimestamp();
        do
        {
            using var reply = await connection.RequestAsync(message, default).ConfigureAwait(false);
            if (reply.Payload.Length != sizeBytes) throw new InvalidDataException("another's answer");
        }
        while (clock.Lap(ref start));
    }
}
