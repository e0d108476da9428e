using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Genie.Brokers.Telemetry;

namespace Genie.Brokers.InMemory.Tests;

/// <summary>What those see who listen to the library's figures and traces.</summary>
public sealed class TelemetryTests
{
    [Fact]
    public async Task Requests_are_counted_timed_and_traced_by_their_outcome()
    {
        var (measurements, activities) = (new ConcurrentQueue<(string Name, double Value, string Tags)>(), new ConcurrentQueue<Activity>());
        using var tracing = new ActivityListener
        {
            ShouldListenTo = source => source.Name == BrokerTelemetry.Name,
            Sample = static (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = activities.Enqueue,
        };
        ActivitySource.AddActivityListener(tracing);
        using var listener = Listen(measurements);
        await using var broker = new InMemoryBroker(new InMemoryOptions());
        await using var listening = await broker.ListenAsync("telemetry", new ListenOptions(), AnswerAsync, CancellationToken.None);
        await using var connection = await broker.ConnectAsync("telemetry", new ConnectionOptions(), CancellationToken.None);

        for (var i = 0; i < 3; i++) (await connection.RequestAsync(new byte[] { 1 }, CancellationToken.None)).Dispose();
        await Assert.ThrowsAsync<RemoteHandlerException>(async () => (await connection.RequestAsync(new byte[] { 0 }, CancellationToken.None)).Dispose());

        Assert.Equal(3, measurements.Count(each => each is { Name: "genie.broker.requests", Tags: "inmemory ok" }));
        Assert.Single(measurements, each => each is { Name: "genie.broker.requests", Tags: "inmemory RemoteHandlerException" });
        Assert.Equal(0, measurements.Where(each => each.Name == "genie.broker.requests.in_flight").Sum(each => each.Value));
        Assert.Equal(4, measurements.Count(each => each is { Name: "genie.broker.request.duration", Value: > 0 and < 60 }));
        Assert.Equal(4, activities.Count);
        Assert.Single(activities, activity => activity.Status == ActivityStatusCode.Error);
    }

    private static MeterListener Listen(ConcurrentQueue<(string Name, double Value, string Tags)> measurements)
    {
        var listener = new MeterListener
        {
            InstrumentPublished = static (instrument, self) =>
            {
                if (instrument.Meter.Name == BrokerTelemetry.Name) self.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => measurements.Enqueue((instrument.Name, value, Join(tags))));
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => measurements.Enqueue((instrument.Name, value, Join(tags))));
        listener.Start();
        return listener;
    }

    private static string Join(ReadOnlySpan<KeyValuePair<string, object?>> tags) => string.Join(' ', tags.ToArray().Select(tag => tag.Value));

    private static ValueTask AnswerAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        if (message.FirstSpan[0] == 0) throw new InvalidOperationException("as asked");
        reply.Write(message.FirstSpan);
        return ValueTask.CompletedTask;
    }
}
