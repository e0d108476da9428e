using System.Collections.Concurrent;
using Genie.EventStore.Projections;
using Genie.EventStore.Subscriptions;
using Genie.EventStore.Upcasting;

namespace Genie.EventStore.Tests;

/// <summary>What reads events on: filters, groups of consumers, projections that are rebuilt, events of earlier versions; over every store.</summary>
public abstract class SubscriptionContract : EventStoreTest
{
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(120);

    private CancellationTokenSource Stop { get; } = new(Bound);

    [SkippableFact]
    public async Task A_filter_gives_a_category_or_types_and_nothing_of_the_librarys_own()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var before = await PositionAsync();
        var category = Name("party");
        foreach (var stream in new[] { $"{category}/1", $"{category}/2", $"{category}s/1", category, $"${category}/1" })
            await Store.AppendAsync(new AppendRequest(stream, new NewEvent[] { new("said", "a"u8.ToArray()), new("heard", "b"u8.ToArray()) }), Stop.Token);
        async Task<string[]> StreamsAsync(EventFilter filter) =>
            [.. (await ReadAsync(Store.ReadAllAsync(before, filter, Stop.Token))).Where(each => each.Stream.Contains(category, StringComparison.Ordinal)).Select(each => $"{each.Stream.Replace(category, "p", StringComparison.Ordinal)} {each.Type}")];

        Assert.Equal(["p/1 said", "p/1 heard", "p/2 said", "p/2 heard", "p said", "p heard"], await StreamsAsync(new EventFilter { Category = category }));
        Assert.Equal(["p/1 heard", "p/2 heard", "p heard"], await StreamsAsync(new EventFilter { Category = category, Types = ["heard", "felt"] }));
        Assert.Equal(["p/1 said", "p/2 said", "ps/1 said", "p said"], await StreamsAsync(EventFilter.Default with { Types = ["said"] }));
        Assert.Equal(["$p/1 said", "$p/1 heard"], await StreamsAsync(new EventFilter { Category = $"${category}" }));
    }

    [SkippableFact]
    public async Task A_filtered_subscription_goes_over_into_what_is_appended()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var before = await PositionAsync();
        var category = Name("order");
        await Store.AppendAsync(new AppendRequest($"{category}/1", new NewEvent[] { new("said", default) }), Stop.Token);
        var streams = new List<string>();
        await foreach (var each in Store.SubscribeAsync(before, new EventFilter { Category = category }, Stop.Token))
        {
            streams.Add(each.Stream[category.Length..]);
            if (streams.Count == 3) break;
            await Store.AppendAsync(Request("noise", "x"), Stop.Token);
            await Store.AppendAsync(new AppendRequest($"{category}/{streams.Count + 1}", new NewEvent[] { new("said", default) }), Stop.Token);
        }

        Assert.Equal(["/1", "/2", "/3"], streams);
    }

    [SkippableFact]
    public async Task Consumers_of_a_group_share_events_and_keep_each_streams_order()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        const int Streams = 40;
        const int Versions = 30;
        await BeginGroupAtEndAsync("g");
        var handled = new ConcurrentQueue<(int Consumer, RecordedEvent Event)>();
        var consumers = Enumerable.Range(0, 3).Select(consumer => new ConsumerGroup(Store, Name("g"), (each, _) =>
        {
            if (IsOwn(each)) handled.Enqueue((consumer, each));
            return ValueTask.CompletedTask;
        })
        { BalanceInterval = TimeSpan.FromMilliseconds(20) }).ToArray();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Stop.Token);
        var running = consumers.Select(consumer => consumer.RunAsync(stop.Token)).ToArray();
        await UntilAsync(() => consumers.All(consumer => consumer.Members == 3 && consumer.Held is > 0 and < ConsumerGroup.Partitions) && consumers.Sum(consumer => consumer.Held) == ConsumerGroup.Partitions);
        await Parallel.ForAsync(0, Streams, async (stream, token) =>
        {
            for (var i = 0; i < Versions; i++) await Store.AppendAsync(Request($"{stream}", $"{i}"), token);
        });
        await UntilAsync(() => handled.Count >= Streams * Versions);
        await stop.CancelAsync();
        await Task.WhenAll(running);
        foreach (var stream in handled.GroupBy(each => each.Event.Stream))
        {
            Assert.Equal(Enumerable.Range(1, Versions).Select(version => (long)version), stream.Select(each => each.Event.Version));
            Assert.Single(stream.Select(each => each.Consumer).Distinct());
        }

        Assert.Equal(3, handled.Select(each => each.Consumer).Distinct().Count());
    }

    [SkippableFact]
    public async Task What_a_consumer_did_not_finish_another_one_does()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        const int Events = 200;
        await BeginGroupAtEndAsync("g");
        for (var i = 0; i < Events; i++) await Store.AppendAsync(Request($"{i % 20}", $"{i}"), Stop.Token);
        var handled = new ConcurrentDictionary<long, int>();
        using var first = CancellationTokenSource.CreateLinkedTokenSource(Stop.Token);
        await Group("g", each =>
        {
            first.Token.ThrowIfCancellationRequested();
            handled.AddOrUpdate(each.Position, 1, (_, count) => count + 1);
            if (handled.Count >= Events / 2) first.Cancel();
        }).RunAsync(first.Token);
        Assert.InRange(handled.Count, Events / 2, Events - 1);
        using var second = CancellationTokenSource.CreateLinkedTokenSource(Stop.Token);
        var running = Group("g", each => handled.AddOrUpdate(each.Position, 1, (_, count) => count + 1)).RunAsync(second.Token);
        await UntilAsync(() => handled.Count == Events);
        await second.CancelAsync();
        await running;

        // Told to stop, the first one left a checkpoint: only what was under way may come twice, one event a partition.
        Assert.InRange(handled.Values.Count(count => count > 1), 0, 20);
    }

    [SkippableFact]
    public async Task An_event_that_cannot_be_handled_is_parked_and_holds_up_no_other_stream()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await BeginGroupAtEndAsync("g");
        var (handled, attempts) = (new ConcurrentQueue<string>(), 0);
        var group = new ConsumerGroup(Store, Name("g"), (each, _) =>
        {
            if (!IsOwn(each)) return ValueTask.CompletedTask;
            if (Text(each) == "bad" && Interlocked.Increment(ref attempts) > 0) throw new InvalidDataException("It cannot be read.");
            handled.Enqueue(Text(each));
            return ValueTask.CompletedTask;
        })
        { AttemptsMax = 3, Pause = TimeSpan.FromMilliseconds(1), BalanceInterval = TimeSpan.FromMilliseconds(20) };
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Stop.Token);
        var running = group.RunAsync(stop.Token);
        var bad = await Store.AppendAsync(Request("a", "bad", "after"), Stop.Token);
        await Store.AppendAsync(Request("b", "other"), Stop.Token);
        await UntilAsync(() => handled.Count == 2);
        await stop.CancelAsync();
        await running;
        Assert.Equal(["after", "other"], handled.Order());
        Assert.Equal(3, attempts);
        var parked = Assert.Single(await ReadAsync(ConsumerGroup.ReadParkedAsync(Store, Name("g"), Stop.Token)));
        Assert.Equal(new ParkedEvent(Name("a"), 1, bad.LastPosition - 1, "said", "It cannot be read."), parked);
    }

    [SkippableFact]
    public async Task A_partition_that_is_stuck_holds_up_no_other_and_loses_nothing()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        const int Events = 100;
        await BeginGroupAtEndAsync("g");
        var (stuck, other) = (Name("stuck"), OtherPartition(Name("stuck")));
        var (handled, isStuck) = (new ConcurrentQueue<RecordedEvent>(), true);
        var group = new ConsumerGroup(Store, Name("g"), async (each, token) =>
        {
            while (each.Stream == stuck && Volatile.Read(ref isStuck)) await Task.Delay(5, token);
            if (each.Stream == stuck || each.Stream == other) handled.Enqueue(each);
        })
        { QueueEvents = 4, StuckAfter = TimeSpan.FromMilliseconds(20), BalanceInterval = TimeSpan.FromMilliseconds(20) };
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Stop.Token);
        var running = group.RunAsync(stop.Token);
        for (var i = 0; i < Events; i++)
        {
            foreach (var stream in new[] { stuck, other }) await Store.AppendAsync(new AppendRequest(stream, new NewEvent[] { new("said", default) }), Stop.Token);
        }

        await UntilAsync(() => handled.Count == Events);
        Assert.All(handled, each => Assert.Equal(other, each.Stream));
        Volatile.Write(ref isStuck, false);
        await UntilAsync(() => handled.Count == 2 * Events);
        await stop.CancelAsync();
        await running;
        foreach (var stream in handled.GroupBy(each => each.Stream)) Assert.Equal(Enumerable.Range(1, Events).Select(version => (long)version), stream.Select(each => each.Version));
    }

    [SkippableFact]
    public async Task A_projection_has_caught_up_though_the_last_events_were_deleted()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await Store.AppendAsync(Request("a", "x"), Stop.Token);
        await Store.AppendAsync(Request("b", "y", "z"), Stop.Token);
        await Store.DeleteStreamAsync(Name("b"), AppendRequest.AnyVersion, Stop.Token);
        foreach (var parallelism in new[] { 1, 4 })
        {
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(Stop.Token);
            var (handled, caughtUp) = (new ConcurrentQueue<string>(), new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
            var runner = new ProjectionRunner(Store, Name($"sums {parallelism}"), (each, _) =>
            {
                if (IsOwn(each)) handled.Enqueue(Text(each));
                return ValueTask.CompletedTask;
            })
            {
                CatchUpParallelism = parallelism,
                CaughtUp = _ =>
                {
                    caughtUp.TrySetResult();
                    return ValueTask.CompletedTask;
                },
            };
            var running = runner.RunAsync(stop.Token);
            await caughtUp.Task.WaitAsync(Stop.Token);
            Assert.Equal(["x"], handled);
            await stop.CancelAsync();
            await running;
        }
    }

    [SkippableFact]
    public async Task A_higher_version_of_a_projection_is_built_beside_the_active_one_and_takes_over()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        for (var i = 0; i < 300; i++) await Store.AppendAsync(Request($"{i % 7}", $"{i}"), Stop.Token);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Stop.Token);
        var (counts, replaced) = (new[] { new ConcurrentDictionary<string, long>(), new ConcurrentDictionary<string, long>() }, new ConcurrentQueue<int>());
        VersionedProjection Version(int version) => new(Store, Name("sums"), version, (each, _) =>
        {
            // Kept with the version, so that an event which comes twice counts once; a stream's events come in order.
            if (IsOwn(each)) counts[version - 1][each.Stream] = each.Version;
            return ValueTask.CompletedTask;
        }, parallelism: 4)
        {
            Activated = (before, _) =>
            {
                replaced.Enqueue(before);
                return ValueTask.CompletedTask;
            },
        };

        var first = Version(1).RunAsync(stop.Token);
        await UntilAsync(async () => await VersionedProjection.LoadActiveVersionAsync(Store, Name("sums"), Stop.Token) == 1);
        Assert.Equal(300, counts[0].Where(each => each.Key != Name("position")).Sum(each => each.Value));
        var second = Version(2).RunAsync(stop.Token);
        await UntilAsync(async () => await VersionedProjection.LoadActiveVersionAsync(Store, Name("sums"), Stop.Token) == 2);
        await Store.AppendAsync(Request("late", "x"), Stop.Token);
        await UntilAsync(() => counts.All(count => count.ContainsKey(Name("late"))));
        await stop.CancelAsync();
        await Task.WhenAll(first, second);
        Assert.Equal(counts[0].OrderBy(each => each.Key), counts[1].OrderBy(each => each.Key));
        Assert.Equal([0, 1], replaced);

        // An older one that starts again takes nothing over, until somebody says so.
        using var third = CancellationTokenSource.CreateLinkedTokenSource(Stop.Token);
        var again = Version(1);
        var running = again.RunAsync(third.Token);
        var end = (await Store.AppendAsync(Request("later", "x"), Stop.Token)).LastPosition;
        await UntilAsync(() => again.Position >= end);
        await third.CancelAsync();
        await running;
        Assert.Equal(2, await VersionedProjection.LoadActiveVersionAsync(Store, Name("sums"), Stop.Token));
        await VersionedProjection.ActivateAsync(Store, Name("sums"), 1, Stop.Token);
        Assert.Equal(1, await VersionedProjection.LoadActiveVersionAsync(Store, Name("sums"), Stop.Token));
        await VersionedProjection.RetireAsync(Store, Name("sums"), 2, Stop.Token);
        Assert.Equal(0, await Store.LoadCheckpointAsync($"{Name("sums")}@2", Stop.Token));
        Assert.NotEqual(0, await Store.LoadCheckpointAsync($"{Name("sums")}@1", Stop.Token));
    }

    [SkippableFact]
    public async Task Events_of_earlier_versions_are_read_in_the_newest()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var before = await PositionAsync();
        await Store.AppendAsync(new AppendRequest(Name("a"), new NewEvent[] { new("Paid", "1"u8.ToArray()), new("Paid.2", "2"u8.ToArray()), new("Paid.3", "3"u8.ToArray()), new("Sent", "4"u8.ToArray()) }), Stop.Token);
        ReadOnlyMemory<byte> Mark(ReadOnlyMemory<byte> payload, byte mark) => (byte[])[.. payload.Span, mark];
        var upcasters = new EventUpcasters().Add("Paid", "Paid.2", payload => Mark(payload, (byte)'+')).Add("Paid.2", "Paid.3", payload => Mark(payload, (byte)'!'));
        var store = new UpcastingEventStore(Store, upcasters);
        string[] expected = ["Paid.3 1+!", "Paid.3 2!", "Paid.3 3", "Sent 4"];
        string Read(RecordedEvent each) => $"{each.Type} {Text(each)}";
        Assert.Equal(expected, (await ReadAsync(store.ReadStreamAsync(Name("a"), 1, Stop.Token))).Select(Read));
        Assert.Equal(expected, (await ReadAsync(store.ReadAllAsync(before, Stop.Token))).Where(IsOwn).Select(Read));
        Assert.Equal(expected[..3], (await ReadAsync(store.ReadAllAsync(before, EventFilter.Default with { Types = ["Paid.3"] }, Stop.Token))).Where(IsOwn).Select(Read));
        Assert.Throws<ArgumentException>(() => upcasters.Add("Paid.3", "Paid", payload => payload));
        Assert.Throws<ArgumentException>(() => upcasters.Add("Paid", "Paid.4", payload => payload));
    }

    public override async Task DisposeAsync()
    {
        Stop.Dispose();
        await base.DisposeAsync();
    }

    /// <summary>A group that begins where the store ends now, since others may share the store.</summary>
    protected async Task BeginGroupAtEndAsync(string group)
    {
        var position = await PositionAsync();
        await using var membership = await Store.JoinGroupAsync(Name(group), Stop.Token);
        for (var i = 0; i < ConsumerGroup.Partitions; i++) Assert.True(await membership.TryClaimAsync(i, Stop.Token));
        await membership.SaveCheckpointsAsync([.. Enumerable.Range(0, ConsumerGroup.Partitions).Select(i => new PartitionCheckpoint(i, position))], Stop.Token);
    }

    protected static Task UntilAsync(Func<bool> condition) => UntilAsync(() => Task.FromResult(condition()));

    protected static async Task UntilAsync(Func<Task<bool>> condition)
    {
        var until = DateTime.UtcNow + Bound;
        while (!await condition())
        {
            Assert.True(DateTime.UtcNow < until, "What was waited for did not come.");
            await Task.Delay(10);
        }
    }

    private ConsumerGroup Group(string name, Action<RecordedEvent> handle) => new(Store, Name(name), (each, _) =>
    {
        if (IsOwn(each) && each.Stream != Name("position")) handle(each);
        return ValueTask.CompletedTask;
    })
    { BalanceInterval = TimeSpan.FromMilliseconds(20) };

    private static string OtherPartition(string stream)
    {
        for (var i = 0; ; i++)
        {
            if (StreamPartition.Of($"{i}{stream}", ConsumerGroup.Partitions) != StreamPartition.Of(stream, ConsumerGroup.Partitions)) return $"{i}{stream}";
        }
    }
}
