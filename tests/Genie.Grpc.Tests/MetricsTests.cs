using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Genie.Grpc.Telemetry;
using Genie.Grpc.Tests.Serving;
using Genie.Testing;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Grpc.Tests;

/// <summary>What those see who listen. Alone in their collection: the figures are the whole process's.</summary>
[CollectionDefinition(nameof(MetricsTests), DisableParallelization = true)]
[Collection(nameof(MetricsTests))]
public sealed class MetricsTests
{
    [Fact]
    public async Task Calls_are_counted_by_their_status()
    {
        var measured = new ConcurrentQueue<(string Name, double Value, string Tags)>();
        using var listener = new MeterListener
        {
            InstrumentPublished = static (instrument, self) =>
            {
                if (instrument.Meter.Name == CallMetrics.MeterName) self.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => measured.Enqueue((instrument.Name, value, Join(tags))));
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => measured.Enqueue((instrument.Name, value, Join(tags))));
        listener.Start();
        await using (var server = await TestServer.StartAsync())
        {
            using var channel = GrpcChannel.ForAddress(server.Address);
            var client = new Trial.TrialClient(channel);
            await client.EchoAsync(new BytesValue());
            await client.EchoAsync(new BytesValue());
            await Assert.ThrowsAsync<RpcException>(async () => await client.FailAsync(new BytesValue()));
            await Assert.ThrowsAsync<RpcException>(async () => await client.CrashAsync(new BytesValue()));
            using var counting = client.Count(TrialService.Message(1));
            Assert.Single(await counting.ResponseStream.ReadAllAsync().ToListAsync());
            using (var waiting = client.Wait(new BytesValue())) await waiting.ResponseStream.MoveNext(CancellationToken.None);
            await server.Trial.Cancelled.Task;
        }

        string[] ended = ["Count OK", "Crash UNKNOWN", "Echo OK", "Echo OK", "Fail FAILED_PRECONDITION", "Wait CANCELLED"];
        string[] started = [.. ended.Select(call => call.Split(' ')[0])];
        Assert.Equal(started.Select(Path), measured.Where(each => each.Name == "grpc.server.call.started").Select(each => each.Tags).Order());
        Assert.Equal(ended.Select(Path), measured.Where(each => each.Name == "grpc.server.call.duration").Select(each => each.Tags).Order());
    }

    [Fact]
    public async Task Calls_are_answered_though_a_listener_throws()
    {
        using var observers = new ThrowingObservers(CallMetrics.MeterName, everywhere: true);
        await using var server = await TestServer.StartAsync();
        using var channel = GrpcChannel.ForAddress(server.Address);
        var client = new Trial.TrialClient(channel);

        await client.EchoAsync(new BytesValue());
        Assert.Equal(StatusCode.FailedPrecondition, (await Assert.ThrowsAsync<RpcException>(async () => await client.FailAsync(new BytesValue()))).StatusCode);
        using var counting = client.Count(TrialService.Message(1));
        Assert.Single(await counting.ResponseStream.ReadAllAsync().ToListAsync());

        Assert.InRange(observers.Thrown, 5, int.MaxValue);
    }

    private static string Path(string call) => TrialService.PathOf(call)[1..];

    private static string Join(ReadOnlySpan<KeyValuePair<string, object?>> tags) => string.Join(' ', tags.ToArray().Select(tag => tag.Value));
}
