using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Genie.Grpc.Telemetry;
using Genie.Grpc.Tests.Serving;

namespace Genie.Grpc.Tests.Wire;

/// <summary>What those see who listen. Alone in their collection: the figures are the whole process's.</summary>
[CollectionDefinition(nameof(TelemetryTests), DisableParallelization = true)]
[Collection(nameof(TelemetryTests))]
public sealed class TelemetryTests
{
    [Fact]
    public async Task Calls_are_counted_by_their_status_and_none_stays_in_flight()
    {
        var measured = new ConcurrentQueue<(string Name, double Value, string Tags)>();
        using var listener = new MeterListener
        {
            InstrumentPublished = static (instrument, self) =>
            {
                if (instrument.Meter.Name == GrpcTelemetry.Name) self.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => measured.Enqueue((instrument.Name, value, Join(tags))));
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => measured.Enqueue((instrument.Name, value, Join(tags))));
        listener.Start();
        await using (var server = await TestServer.StartAsync(GrpcImplementation.Own))
        {
            var client = new RawClient(server.Address);
            foreach (var method in new[] { "Echo", "Echo", "Fail", "Crash", "Count" })
                (await client.PostAsync(TrialService.PathOf(method), RawClient.Frame([1]))).Dispose();
        }

        string[] calls = ["Count Ok", "Crash Unknown", "Echo Ok", "Echo Ok", "Fail FailedPrecondition"];
        Assert.Equal(calls.Select(call => TrialService.PathOf(call)), measured.Where(each => each.Name == "genie.grpc.calls").Select(each => each.Tags).Order());
        Assert.Equal(0, measured.Where(each => each.Name == "genie.grpc.calls.in_flight").Sum(each => each.Value));
        Assert.Equal(5, measured.Count(each => each.Name == "genie.grpc.call.duration"));
    }

    private static string Join(ReadOnlySpan<KeyValuePair<string, object?>> tags) => string.Join(' ', tags.ToArray().Select(tag => tag.Value));
}
