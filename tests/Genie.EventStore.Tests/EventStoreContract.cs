using Genie.EventStore.Projections;
using Genie.EventStore.Tests.Embedded.Faults;

namespace Genie.EventStore.Tests;

/// <summary>What every event store must do.</summary>
public abstract partial class EventStoreContract : EventStoreTest
{
    [SkippableFact]
    public async Task Events_come_back_as_they_were_appended()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var key = new RequestKey(ulong.MaxValue, uint.MaxValue, ulong.MaxValue);
        var first = await Store.AppendAsync(Request("a", "one", "two") with { Key = key }, CancellationToken.None);
        Assert.Equal((1, 2, false), (first.FirstVersion, first.LastVersion, first.IsRepeat));
        await Store.AppendAsync(Request("a", "", "drei €"), CancellationToken.None);
        var events = await ReadAsync(Store.ReadStreamAsync(Name("a"), 1, CancellationToken.None));
        Assert.Equal(["one", "two", "", "drei €"], events.Select(Text));
        Assert.Equal([1, 2, 3, 4], events.Select(each => each.Version));
        Assert.Equal([key, key, null, null], events.Select(each => each.Key));
        Assert.Equal(first.LastPosition, events[1].Position);
        Assert.All(events, each => Assert.Equal((Name("a"), "said"), (each.Stream, each.Type)));
        Assert.All(events, each => Assert.True(DateTimeOffset.UtcNow - each.RecordedAt < TimeSpan.FromHours(1)));
        Assert.Equal(["", "drei €"], (await ReadAsync(Store.ReadStreamAsync(Name("a"), 3, CancellationToken.None))).Select(Text));
        Assert.Empty(await ReadAsync(Store.ReadStreamAsync(Name("a"), 5, CancellationToken.None)));
        Assert.Empty(await ReadAsync(Store.ReadStreamAsync(Name("b"), 1, CancellationToken.None)));
    }

    [SkippableFact]
    public async Task Metadata_and_times_that_are_given_come_back()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var time = new DateTimeOffset(2019, 2, 3, 4, 5, 6, TimeSpan.Zero).AddMicroseconds(123_456);
        EventMetadata?[] given = [new("trace 7", "message €"), new("trace", null), new(null, "cause"), new("", ""), null];
        foreach (var metadata in given) await Store.AppendAsync(Request("a", "one", "two") with { Metadata = metadata, RecordedAt = time, Key = new RequestKey(1, 2, (ulong)Array.IndexOf(given, metadata)) }, CancellationToken.None);
        await Store.AppendAsync(Request("a", "now"), CancellationToken.None);
        var events = await ReadAsync(Store.ReadStreamAsync(Name("a"), 1, CancellationToken.None));
        EventMetadata?[] expected = [given[0], given[0], given[1], given[1], given[2], given[2], null, null, null, null, null];
        Assert.Equal(expected, events.Select(each => each.Metadata));
        Assert.Equal(expected, (await ReadAsync(Store.ReadAllAsync(events[0].Position - 1, CancellationToken.None))).Where(IsOwn).Select(each => each.Metadata));
        Assert.All(events[..10], each => Assert.Equal(time, each.RecordedAt));
        Assert.True(DateTimeOffset.UtcNow - events[10].RecordedAt < TimeSpan.FromHours(1));
        await Assert.ThrowsAnyAsync<ArgumentException>(async () => await Store.AppendAsync(Request("a", "x") with { Metadata = new EventMetadata(new string('x', 1025), null) }, CancellationToken.None));
    }

    [SkippableFact]
    public async Task An_append_to_another_version_is_refused()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await Store.AppendAsync(Request("a", "one") with { ExpectedVersion = 0 }, CancellationToken.None);
        var error = await Assert.ThrowsAsync<VersionConflictException>(async () => await Store.AppendAsync(Request("a", "two") with { ExpectedVersion = 0 }, CancellationToken.None));
        Assert.Equal((0, 1), (error.ExpectedVersion, error.ActualVersion));
        await Assert.ThrowsAsync<VersionConflictException>(async () => await Store.AppendAsync(Request("b", "one") with { ExpectedVersion = 3 }, CancellationToken.None));
        await Store.AppendAsync(Request("a", "two") with { ExpectedVersion = 1 }, CancellationToken.None);
        Assert.Equal(2, await Store.GetVersionAsync(Name("a"), CancellationToken.None));
        Assert.Equal(0, await Store.GetVersionAsync(Name("b"), CancellationToken.None));
    }

    [SkippableFact]
    public async Task Of_many_who_expect_the_same_version_one_wins()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        async Task AppendAsync(int writer)
        {
            try
            {
                await Store.AppendAsync(Request("a", $"{writer}") with { ExpectedVersion = 0 }, CancellationToken.None);
            }
            catch (VersionConflictException)
            {
                // Who was refused reads what was before it.
                Assert.Single(await ReadAsync(Store.ReadStreamAsync(Name("a"), 1, CancellationToken.None)));
                throw;
            }
        }

        var tasks = Enumerable.Range(0, 50).Select(AppendAsync).ToArray();
        await Task.WhenAll(tasks.Select(task => task.ContinueWith(_ => { }, TaskScheduler.Default)));
        _ = Assert.Single(tasks, task => task.IsCompletedSuccessfully);
        Assert.All(tasks.Where(task => task.IsFaulted), task => Assert.IsType<VersionConflictException>(task.Exception!.InnerException));
        Assert.Single(await ReadAsync(Store.ReadStreamAsync(Name("a"), 1, CancellationToken.None)));
    }

    [SkippableFact]
    public async Task A_key_takes_effect_once()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var request = Request("a", "one", "two") with { Key = new RequestKey(7, 1, 1), ExpectedVersion = 0 };
        Assert.Null(await Store.FindAsync(Name("a"), request.Key.Value, CancellationToken.None));

        // All at once, most of them in one batch, and later.
        var results = await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => Store.AppendAsync(request, CancellationToken.None).AsTask()));
        var first = Assert.Single(results, result => !result.IsRepeat);
        Assert.All(results, result => Assert.Equal(first with { IsRepeat = result.IsRepeat }, result));
        await Store.AppendAsync(Request("a", "three"), CancellationToken.None);
        Assert.Equal(first with { IsRepeat = true }, await Store.AppendAsync(request, CancellationToken.None));
        Assert.Equal(first with { IsRepeat = true }, await Store.FindAsync(Name("a"), request.Key.Value, CancellationToken.None));
        Assert.Equal(3, await Store.GetVersionAsync(Name("a"), CancellationToken.None));

        // The key is the stream's own.
        Assert.False((await Store.AppendAsync(request with { Stream = Name("b") }, CancellationToken.None)).IsRepeat);
        Assert.False((await Store.AppendAsync(request with { ExpectedVersion = 3, Key = new RequestKey(8, 1, 1) }, CancellationToken.None)).IsRepeat);
    }

    [SkippableFact]
    public async Task The_global_order_has_every_event_once_and_each_stream_in_order()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var before = await PositionAsync();
        await Task.WhenAll(Enumerable.Range(0, 8).Select(async writer =>
        {
            for (var i = 0; i < 40; i++) await Store.AppendAsync(Request($"{writer}", $"{i}", $"{i}"), CancellationToken.None);
        }));
        var all = await ReadAsync(Store.ReadAllAsync(before, CancellationToken.None));
        var own = all.Where(each => IsOwn(each)).ToArray();
        Assert.Equal(8 * 80, own.Length);
        Assert.Equal(all.Select(each => each.Position).Order(), all.Select(each => each.Position));
        foreach (var stream in own.GroupBy(each => each.Stream)) Assert.Equal(Enumerable.Range(1, 80).Select(i => (long)i), stream.Select(each => each.Version));
        var middle = own[own.Length / 2].Position;
        Assert.Equal(all.Where(each => each.Position > middle).Select(each => each.Position), (await ReadAsync(Store.ReadAllAsync(middle, CancellationToken.None))).Select(each => each.Position));
    }

    [SkippableFact]
    public async Task What_no_store_can_take_harms_nobody_who_comes_with_it()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        foreach (var name in new[] { "half a pair \ud800", "\udc00", "nothing \0", new string('x', 9000), new string('€', 342), "" })
        {
            await Assert.ThrowsAnyAsync<ArgumentException>(async () => await Store.AppendAsync(new AppendRequest(name, new NewEvent[] { new("said", default) }), CancellationToken.None));
            await Assert.ThrowsAnyAsync<ArgumentException>(async () => await Store.SaveCheckpointAsync(name, 1, CancellationToken.None));
            if (name.Length > 0) await Assert.ThrowsAnyAsync<ArgumentException>(async () => await Store.AppendAsync(new AppendRequest(Name("a"), new NewEvent[] { new(name, default) }), CancellationToken.None));
        }

        using var unreadable = new UnreadableMemory();
        var refused = Store.AppendAsync(new AppendRequest(Name("b"), new NewEvent[] { new("said", new byte[8]), new("said", unreadable.Memory) }), CancellationToken.None).AsTask();
        var innocent = Enumerable.Range(0, 40).Select(i => Store.AppendAsync(Request("a", $"{i}"), CancellationToken.None).AsTask()).ToArray();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => refused);
        await Task.WhenAll(innocent).WaitAsync(TimeSpan.FromSeconds(60));
        Assert.Equal(40, await Store.GetVersionAsync(Name("a"), CancellationToken.None));
        Assert.Equal(0, await Store.GetVersionAsync(Name("b"), CancellationToken.None));
        await Store.AppendAsync(Request("€ 😀", "x"), CancellationToken.None);
        await Store.DisposeAsync();
        await using var again = await OpenAsync();
        Assert.Equal(40, await again.GetVersionAsync(Name("a"), CancellationToken.None));
        Assert.Equal(1, await again.GetVersionAsync(Name("€ 😀"), CancellationToken.None));
    }

    [SkippableFact]
    public async Task A_projection_that_failed_goes_on()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await Store.SaveCheckpointAsync(Name("p"), await PositionAsync(), CancellationToken.None);
        using var cancellation = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var (seen, failures, attempts) = (new List<string>(), new List<string>(), 0);
        var runner = new ProjectionRunner(Store, Name("p"), (each, _) =>
        {
            if (each.Stream != Name("a")) return ValueTask.CompletedTask;
            if (Text(each) == "two" && ++attempts < 3) throw new InvalidDataException($"attempt {attempts}");
            seen.Add(Text(each));
            if (Text(each) == "three") cancellation.Cancel();
            return ValueTask.CompletedTask;
        })
        {
            Pause = TimeSpan.FromMilliseconds(1),
            Failed = error =>
            {
                failures.Add(error.Message);
                throw new NotSupportedException("A callback that throws ends nothing.");
            },
        };
        var running = runner.RunAsync(cancellation.Token);
        await Store.AppendAsync(Request("a", "one", "two", "three"), CancellationToken.None);
        await running;
        Assert.Equal(["one", "two", "three"], seen);
        Assert.Equal(["attempt 1", "attempt 2"], failures);
        var strict = new ProjectionRunner(Store, Name("q"), (_, _) => throw new InvalidDataException("never")) { Pause = TimeSpan.FromMilliseconds(1), FailuresMax = 2 };
        await Assert.ThrowsAsync<InvalidDataException>(() => strict.RunAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(60)));
    }

    [SkippableFact]
    public async Task What_fails_last_is_noticed_though_nothing_follows()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await Store.SaveCheckpointAsync(Name("p"), await PositionAsync(), CancellationToken.None);
        await Store.AppendAsync(Request("a", "one", "two"), CancellationToken.None);
        using var cancellation = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var (seen, failures, isLost) = (new List<string>(), 0, false);
        var runner = new ProjectionRunner(Store, Name("p"), (each, _) =>
        {
            if (each.Stream != Name("a")) return ValueTask.CompletedTask;
            seen.Add(Text(each));
            isLost = seen.Count == 2;
            return ValueTask.CompletedTask;
        })
        {
            Pause = TimeSpan.FromMilliseconds(1),
            Failed = _ => (isLost, failures) = (false, failures + 1),
            Flush = _ =>
            {
                // It goes on failing until it is begun anew, as a send that was lost does.
                if (isLost) throw new InvalidDataException("what was on its way was lost");
                if (seen.Count == 4) cancellation.Cancel();
                return ValueTask.CompletedTask;
            },
        };
        await runner.RunAsync(cancellation.Token);
        Assert.Equal(["one", "two", "one", "two"], seen);
        Assert.Equal(1, failures);
    }

    [SkippableFact]
    public async Task A_subscription_goes_on_where_reading_ends_and_misses_nothing()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        const int Appends = 200;
        var before = await PositionAsync();
        using var cancellation = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var writing = Task.Run(async () =>
        {
            for (var i = 0; i < Appends; i++) await Store.AppendAsync(Request("a", $"{i}"), CancellationToken.None);
        });
        var seen = new List<string>();
        await foreach (var each in Store.SubscribeAsync(before, cancellation.Token))
        {
            if (each.Stream != Name("a")) continue;
            seen.Add(Text(each));
            if (seen.Count == Appends) break;
        }

        await writing;
        Assert.Equal(Enumerable.Range(0, Appends).Select(i => $"{i}"), seen);
    }

    [SkippableFact]
    public async Task A_projection_resumes_at_its_checkpoint()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await Store.SaveCheckpointAsync(Name("p"), await PositionAsync(), CancellationToken.None);
        var seen = new List<string>();
        foreach (var part in new[] { "one", "two" })
        {
            using var cancellation = new CancellationTokenSource(TimeSpan.FromSeconds(60));
            var runner = new ProjectionRunner(Store, Name("p"), (each, _) =>
            {
                if (each.Stream == Name("a")) seen.Add(Text(each));
                if (Text(each) == part) cancellation.Cancel();
                return ValueTask.CompletedTask;
            });
            var running = runner.RunAsync(cancellation.Token);
            await Store.AppendAsync(Request("a", part), CancellationToken.None);
            await running;
            Assert.Equal(runner.Position, await Store.LoadCheckpointAsync(Name("p"), CancellationToken.None));
        }

        Assert.Equal(["one", "two"], seen);
        Assert.Equal(0, await Store.LoadCheckpointAsync(Name("q"), CancellationToken.None));
    }

    [SkippableFact]
    public async Task The_position_is_that_of_the_last_event()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var first = (await Store.AppendAsync(Request("a", "one", "two"), CancellationToken.None)).LastPosition;
        Assert.Equal(first, await Store.GetPositionAsync(CancellationToken.None));
        await Store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(2, new byte[1]), CancellationToken.None);
        Assert.Equal(first, await Store.GetPositionAsync(CancellationToken.None));
        var last = (await Store.AppendAsync(Request("b", "three"), CancellationToken.None)).LastPosition;
        Assert.Equal(last, await Store.GetPositionAsync(CancellationToken.None));
        Assert.Equal(["three"], (await ReadAsync(Store.ReadAllAsync(first, CancellationToken.None))).Select(Text));
    }

    [SkippableFact]
    public async Task The_newest_snapshot_is_kept()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        Assert.Null(await Store.LoadSnapshotAsync(Name("a"), CancellationToken.None));
        await Assert.ThrowsAsync<VersionConflictException>(async () => await Store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(1, new byte[1]), CancellationToken.None));
        await Store.AppendAsync(Request("a", "one", "two"), CancellationToken.None);
        await Store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(2, new byte[] { 2, 2 }), CancellationToken.None);
        await Store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(1, new byte[] { 1 }), CancellationToken.None);
        await Assert.ThrowsAsync<VersionConflictException>(async () => await Store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(3, new byte[1]), CancellationToken.None));
        var snapshot = await Store.LoadSnapshotAsync(Name("a"), CancellationToken.None);
        Assert.Equal(2, snapshot!.Version);
        Assert.Equal([2, 2], snapshot.State.ToArray());
    }

    [SkippableFact]
    public async Task A_deleted_stream_is_like_one_that_never_was()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var before = await PositionAsync();
        var key = new RequestKey(1, 2, 3);
        var first = await Store.AppendAsync(Request("a", "one", "two") with { Key = key }, CancellationToken.None);
        await Store.AppendAsync(Request("b", "stays"), CancellationToken.None);
        await Store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(1, new byte[] { 1 }), CancellationToken.None);
        var conflict = await Assert.ThrowsAsync<VersionConflictException>(async () => await Store.DeleteStreamAsync(Name("a"), 1, CancellationToken.None));
        Assert.Equal((1, 2), (conflict.ExpectedVersion, conflict.ActualVersion));
        Assert.Equal(2, (await ReadAsync(Store.ReadStreamAsync(Name("a"), 1, CancellationToken.None))).Count);

        // Twice, and one that there is none of: nothing is left to delete, and nobody minds.
        await Store.DeleteStreamAsync(Name("a"), 2, CancellationToken.None);
        await Store.DeleteStreamAsync(Name("a"), AppendRequest.AnyVersion, CancellationToken.None);
        await Store.DeleteStreamAsync(Name("c"), 0, CancellationToken.None);
        await AssertDeletedAsync(before, key, first);

        // Who knows the stream as it was must not append to it, nor bring its state back.
        conflict = await Assert.ThrowsAsync<VersionConflictException>(async () => await Store.AppendAsync(Request("a", "late") with { ExpectedVersion = 2 }, CancellationToken.None));
        Assert.Equal((2, 0), (conflict.ExpectedVersion, conflict.ActualVersion));
        await Store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(2, new byte[] { 2 }), CancellationToken.None);
        await AssertDeletedAsync(before, key, first);
        await Store.DisposeAsync();
        await using var again = await OpenAsync();
        Assert.Equal(0, await again.GetVersionAsync(Name("a"), CancellationToken.None));
        var next = await again.AppendAsync(Request("a", "anew", "and on") with { ExpectedVersion = 0 }, CancellationToken.None);
        Assert.True(next.FirstVersion > 2, "no version is given twice");
        var events = await ReadAsync(again.ReadStreamAsync(Name("a"), 1, CancellationToken.None));
        Assert.Equal([("anew", next.FirstVersion), ("and on", next.LastVersion)], events.Select(each => (Text(each), each.Version)));
        Assert.Equal(["and on"], (await ReadAsync(again.ReadStreamAsync(Name("a"), next.LastVersion, CancellationToken.None))).Select(Text));

        // Who has read a part of what was there must not go on as if nothing had happened.
        foreach (var from in (long[])[2, next.FirstVersion - 1])
            Assert.Equal(next.FirstVersion, (await Assert.ThrowsAsync<EventsCompactedException>(() => ReadAsync(again.ReadStreamAsync(Name("a"), from, CancellationToken.None)))).FirstVersion);
        Assert.Equal(["stays", "anew", "and on"], (await ReadAsync(again.ReadAllAsync(before, CancellationToken.None))).Where(IsOwn).Select(Text));
        Assert.Equal(next.LastVersion, await again.GetVersionAsync(Name("a"), CancellationToken.None));
        await again.SaveSnapshotAsync(Name("a"), new StreamSnapshot(next.LastVersion, new byte[] { 3 }), CancellationToken.None);
        Assert.Equal(next.LastVersion, (await again.LoadSnapshotAsync(Name("a"), CancellationToken.None))!.Version);
        Assert.Equal(["anew", "and on"], (await ReadAsync(again.ReadStreamAsync(Name("a"), 1, CancellationToken.None))).Select(Text));
        await again.AppendAsync(Request("a", "more") with { ExpectedVersion = next.LastVersion }, CancellationToken.None);
    }

    [SkippableFact]
    public async Task Deletions_and_appends_at_once_leave_one_or_the_other()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        for (var round = 0; round < 20; round++)
        {
            var stream = $"{round}";
            await Store.AppendAsync(Request(stream, "one"), CancellationToken.None);
            var append = Store.AppendAsync(Request(stream, "two") with { ExpectedVersion = 1 }, CancellationToken.None).AsTask();
            var deletion = Store.DeleteStreamAsync(Name(stream), 1, CancellationToken.None).AsTask();
            await Task.WhenAll(append.ContinueWith(_ => { }, TaskScheduler.Default), deletion.ContinueWith(_ => { }, TaskScheduler.Default));
            Assert.NotEqual(append.IsCompletedSuccessfully, deletion.IsCompletedSuccessfully);
            var left = (await ReadAsync(Store.ReadStreamAsync(Name(stream), 1, CancellationToken.None))).Select(Text);
            Assert.Equal(append.IsCompletedSuccessfully ? ["one", "two"] : [], left);
            Assert.IsType<VersionConflictException>((append.Exception ?? deletion.Exception)!.InnerException);
        }
    }

    private async Task AssertDeletedAsync(long before, RequestKey key, AppendResult first)
    {
        Assert.Equal(0, await Store.GetVersionAsync(Name("a"), CancellationToken.None));
        Assert.Null(await Store.LoadSnapshotAsync(Name("a"), CancellationToken.None));
        foreach (var from in (long[])[1, 2, 3, 4]) Assert.Empty(await ReadAsync(Store.ReadStreamAsync(Name("a"), from, CancellationToken.None)));
        Assert.Equal(["stays"], (await ReadAsync(Store.ReadAllAsync(before, CancellationToken.None))).Where(IsOwn).Select(Text));
        Assert.Equal(["stays"], (await ReadAsync(Store.ReadAllAsync(before, new EventFilter { Types = ["said"] }, CancellationToken.None))).Where(IsOwn).Select(Text));
        Assert.Equal(first with { IsRepeat = true }, await Store.FindAsync(Name("a"), key, CancellationToken.None));
        Assert.Equal(first with { IsRepeat = true }, await Store.AppendAsync(Request("a", "one", "two") with { Key = key }, CancellationToken.None));
    }

    [SkippableFact]
    public async Task What_is_too_large_is_refused_and_what_is_just_not_is_taken()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await Assert.ThrowsAsync<EventTooLargeException>(async () => await Store.AppendAsync(new AppendRequest(Name("a"), new NewEvent[] { new("said", new byte[(16 << 20) + 1]) }), CancellationToken.None));
        var large = new byte[5 << 20];
        Random.Shared.NextBytes(large);
        await Store.AppendAsync(new AppendRequest(Name("a"), new NewEvent[] { new("said", large) }), CancellationToken.None);
        Assert.True(Assert.Single(await ReadAsync(Store.ReadStreamAsync(Name("a"), 1, CancellationToken.None))).Payload.Span.SequenceEqual(large));
    }
}
