using System.Collections.Concurrent;
using Genie.EventStore.PostgreSql;
using Genie.EventStore.Subscriptions;
using Genie.Testing;

namespace Genie.EventStore.Tests.PostgreSql;

public sealed class PostgreSqlSubscriptionTests(PostgreSqlFixture fixture) : SubscriptionContract, IClassFixture<PostgreSqlFixture>
{
    protected override string? WhyUnavailable => PostgreSqlFixture.WhyUnavailable;

    protected override Task<IEventStore> OpenAsync() => fixture.OpenAsync();

    [SkippableTheory]
    [InlineData("KILL")]
    [InlineData("STOP")]
    public async Task A_consumer_that_dies_or_is_halted_loses_its_partitions_to_the_others(string signal)
    {
        Skip.If(WhyUnavailable is not null || OperatingSystem.IsWindows(), WhyUnavailable ?? "Processes are stopped by a signal.");
        const int Streams = 100;
        await BeginGroupAtEndAsync("g");
        await using var other = await OtherProcess.StartAsync(typeof(PostgreSqlSubscriptionTests), "holds", GroupWorker.Argument, fixture.ConnectionString, Name("g"));
        var handled = new ConcurrentDictionary<string, bool>();
        var group = new ConsumerGroup(Store, Name("g"), (each, _) =>
        {
            if (IsOwn(each)) handled[each.Stream] = true;
            return ValueTask.CompletedTask;
        });
        using var stop = new CancellationTokenSource();
        var running = group.RunAsync(stop.Token);
        await UntilAsync(() => group is { Members: 2, Held: ConsumerGroup.Partitions / 2 });
        await other.SignalAsync(signal);
        for (var i = 0; i < Streams; i++) await Store.AppendAsync(Request($"{i}", "x"), CancellationToken.None);
        await UntilAsync(() => group is { Members: 1, Held: ConsumerGroup.Partitions });
        await UntilAsync(() => handled.Count == Streams);
        await stop.CancelAsync();
        await running;
        other.Kill();
    }

    [SkippableFact]
    public async Task Whose_session_is_over_can_save_nothing_more()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await using var membership = await Store.JoinGroupAsync(Name("g"), CancellationToken.None);
        Assert.True(await membership.TryClaimAsync(3, CancellationToken.None));
        await membership.SaveCheckpointsAsync([new PartitionCheckpoint(3, 5)], CancellationToken.None);
        await using var database = fixture.Connect();
        await using (var end = database.CreateCommand("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()")) await end.ExecuteNonQueryAsync();
        await Assert.ThrowsAsync<GroupMembershipLostException>(async () => await membership.SaveCheckpointsAsync([new PartitionCheckpoint(3, 9)], CancellationToken.None));
        await using var second = await Store.JoinGroupAsync(Name("g"), CancellationToken.None);
        Assert.True(await second.TryClaimAsync(3, CancellationToken.None));
        Assert.Equal(5, await second.LoadCheckpointAsync(3, CancellationToken.None));
    }

    [SkippableFact]
    public async Task A_subscription_sees_what_nobody_notified_it_of()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await using var store = await PostgreSqlEventStore.OpenAsync(
            new PostgreSqlStoreOptions { ConnectionString = fixture.ConnectionString, PollInterval = TimeSpan.FromMilliseconds(50) }, CancellationToken.None);
        var before = await PositionAsync();
        using var bound = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var next = store.SubscribeAsync(before, new EventFilter { Category = Name("a") }, bound.Token).GetAsyncEnumerator(bound.Token);
        var waiting = next.MoveNextAsync();

        // As append_batch does it, but without a word to anybody.
        await using var database = fixture.Connect();
        await using (var append = database.CreateCommand(
            """
            WITH stream AS (INSERT INTO genie.stream (name, version) VALUES ($1, 1) RETURNING number), moved AS (UPDATE genie.event_position SET position = position + 1 RETURNING position)
            INSERT INTO genie.event (position, stream, version, type, payload) SELECT moved.position, stream.number, 1, 'said', ''::bytea FROM stream, moved
            """))
        {
            append.Parameters.AddWithValue(Name("a"));
            await append.ExecuteNonQueryAsync(bound.Token);
        }

        Assert.True(await waiting);
        Assert.Equal(Name("a"), next.Current.Stream);
        await next.DisposeAsync();
    }
}
