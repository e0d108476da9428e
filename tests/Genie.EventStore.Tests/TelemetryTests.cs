using System.Diagnostics.Metrics;
using Genie.EventStore.Embedded;
using Genie.EventStore.Telemetry;
using Genie.Testing;

namespace Genie.EventStore.Tests;

/// <summary>What those see who listen. Alone in their collection: the figures are sums over the whole process.</summary>
[CollectionDefinition(nameof(TelemetryTests), DisableParallelization = true)]
[Collection(nameof(TelemetryTests))]
public sealed class TelemetryTests
{
    [Fact]
    public async Task Events_are_counted_once_whatever_is_repeated()
    {
        long appended = 0;
        using var listener = new MeterListener
        {
            InstrumentPublished = static (instrument, self) =>
            {
                if (instrument.Meter.Name == EventStoreTelemetry.Name) self.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, _, _) =>
        {
            if (instrument.Name == "genie.events.appended") Interlocked.Add(ref appended, value);
        });
        listener.Start();
        using var folder = new TemporaryFolder();
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, CancellationToken.None);
        var request = new AppendRequest("s", new NewEvent[] { new("a", default), new("b", default) }) { Key = new RequestKey(1, 2, 3) };

        for (var i = 0; i < 3; i++) await store.AppendAsync(request, CancellationToken.None);
        await store.SaveCheckpointAsync("p", 1, CancellationToken.None);

        // It is counted after its caller was told; the checkpoint's turn comes after that.
        Assert.Equal(2, Interlocked.Read(ref appended));
    }

    [Fact]
    public async Task Appends_are_confirmed_though_a_listener_throws()
    {
        using var observers = new ThrowingObservers(EventStoreTelemetry.Name, everywhere: true);
        using var folder = new TemporaryFolder();
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, CancellationToken.None);

        for (var i = 0; i < 5; i++) await store.AppendAsync(new AppendRequest("s", new NewEvent[] { new("a", default) }), CancellationToken.None);
        await store.SaveCheckpointAsync("p", 1, CancellationToken.None);

        Assert.Equal(5, observers.Thrown);
        Assert.Equal(5, await store.GetVersionAsync("s", CancellationToken.None));
    }
}
