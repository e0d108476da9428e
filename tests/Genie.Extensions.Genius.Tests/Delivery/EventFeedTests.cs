using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Delivery.Pull;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Delivery;

public sealed class EventFeedTests(ITestOutputHelper output) : IDisposable
{
    private readonly StoreFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_was_not_acknowledged_comes_again_and_what_was_never_does()
    {
        await using var store = await _folder.OpenAsync();
        for (var i = 0; i < 5; i++) await store.AppendTextAsync("a", $"{i}");
        var feed = new EventFeed(store, new FeedOptions { PageEventsMax = 3 });
        var first = await feed.PollAsync("c", default);
        Assert.Equal([1, 2, 3], first.Events.Select(each => each.Version));
        Assert.Equal(first.Events.Select(each => each.Position), (await feed.PollAsync("c", default)).Events.Select(each => each.Position));
        Assert.Equal(first.Events[1].Position, await feed.AcknowledgeAsync("c", first.Events[1].Position, default));
        Assert.Equal([3, 4, 5], (await feed.PollAsync("c", default)).Events.Select(each => each.Version));
        Assert.Equal([1, 2, 3], (await feed.PollAsync("another", default)).Events.Select(each => each.Version));
    }

    [Fact]
    public async Task An_earlier_acknowledgement_takes_nothing_back_and_a_later_one_than_there_is_is_refused()
    {
        await using var store = await _folder.OpenAsync();
        for (var i = 0; i < 3; i++) await store.AppendTextAsync("a", $"{i}");
        var feed = new EventFeed(store, new FeedOptions());
        var page = await feed.PollAsync("c", default);
        await feed.AcknowledgeAsync("c", page.Position, default);
        Assert.Equal(page.Position, await feed.AcknowledgeAsync("c", page.Events[0].Position, default));
        Assert.Empty((await feed.PollAsync("c", default)).Events);
        await Assert.ThrowsAsync<PositionNotReachedException>(async () => await feed.AcknowledgeAsync("c", page.Position + 1, default));
    }

    [Fact]
    public async Task Unwanted_events_are_passed_over_and_can_be_acknowledged_with_the_page()
    {
        await using var store = await _folder.OpenAsync();
        for (var i = 0; i < 100; i++) await store.AppendTextAsync(i % 10 == 0 ? "wanted" : "other", $"{i}");
        var feed = new EventFeed(store, new FeedOptions { Filter = each => each.Stream == "wanted" });
        var page = await feed.PollAsync("c", default);
        Assert.Equal(10, page.Events.Count);
        Assert.Equal(await store.GetPositionAsync(default), page.Position);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Compaction_keeps_what_a_registered_consumer_has_not_seen(bool isRegistered)
    {
        const int Events = 30;
        await using var store = (EmbeddedEventStore)await _folder.OpenAsync();
        var feed = new EventFeed(store, new FeedOptions());
        if (isRegistered) await feed.RegisterAsync("c", default);
        for (var i = 0; i < Events; i++) await store.AppendTextAsync("a", new string('x', 100_000));
        await store.SaveSnapshotAsync("a", new StreamSnapshot(Events, new byte[] { 1 }), default);
        await store.CompactAsync(default);
        Assert.Equal(isRegistered, (await feed.PollAsync("c", default)).Events.Count == Events);
    }

    [Fact]
    public async Task A_poll_that_waits_ends_with_the_first_event_or_with_its_timeout()
    {
        var clock = new ManualClock();
        await using var store = await _folder.OpenAsync();
        await store.AppendTextAsync("other", "no");
        var feed = new EventFeed(store, new FeedOptions { Filter = each => each.Stream == "wanted", Clock = clock });
        var waiting = feed.WaitAfterAsync(0, TimeSpan.FromHours(1), default).AsTask();
        await store.AppendTextAsync("wanted", "yes");
        Assert.Equal("wanted", Assert.Single((await waiting).Events).Stream);

        var vain = feed.WaitAfterAsync(await store.GetPositionAsync(default), TimeSpan.FromHours(1), default).AsTask();
        Assert.False(vain.IsCompleted);
        clock.Advance(TimeSpan.FromHours(1));
        Assert.Empty((await vain).Events);
    }

    [Fact]
    public async Task Nothing_of_a_consumer_stays_in_memory_when_it_was_answered()
    {
        await using var store = await _folder.OpenAsync();
        var feed = new EventFeed(store, new FeedOptions());
        var names = new List<WeakReference>();
        for (var i = 0; i < 100; i++) names.Add(await AcknowledgeNothingAsync(feed, i));

        GC.Collect();

        // One may still lie in a register or on the stack.
        Assert.True(names.Count(name => name.IsAlive) < names.Count / 2);
        GC.KeepAlive(feed);
    }

    [Theory]
    [InlineData("")]
    [InlineData("é", EventFeed.ConsumerBytesMax)]
    public async Task A_name_that_is_empty_or_too_long_is_refused(string part, int repeated = 1)
    {
        await using var store = await _folder.OpenAsync();
        var feed = new EventFeed(store, new FeedOptions());
        var name = string.Concat(Enumerable.Repeat(part, repeated));
        await Assert.ThrowsAsync<ArgumentException>(async () => await feed.PollAsync(name, default));
        await Assert.ThrowsAsync<ArgumentException>(async () => await feed.RegisterAsync(name, default));
        await Assert.ThrowsAsync<ArgumentException>(async () => await feed.AcknowledgeAsync(name, 0, default));
        await feed.RegisterAsync(new string('a', EventFeed.ConsumerBytesMax), default);
    }

    /// <summary>Consumers that crash at any moment, a store that is closed and opened: every event is seen, none again after it was acknowledged.</summary>
    [Fact]
    public async Task Nothing_is_lost_and_nothing_acknowledged_is_repeated_whatever_restarts()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var (appended, seen, acknowledged) = (new List<long>(), new HashSet<long>(), 0L);
        for (var life = 0; life < 12; life++)
        {
            await using var store = await _folder.OpenAsync();
            var feed = new EventFeed(store, new FeedOptions { PageEventsMax = random.Next(1, 6) });
            for (var steps = random.Next(5, 30); steps > 0; steps--)
            {
                if (random.Next(2) == 0)
                {
                    appended.Add(await store.AppendTextAsync($"s{random.Next(3)}", "x"));
                    continue;
                }

                var page = await feed.PollAsync("c", default);
                Assert.All(page.Events, each => Assert.True(each.Position > acknowledged));
                seen.UnionWith(page.Events.Select(each => each.Position));
                if (random.Next(3) == 0 || page.Events.Count == 0) continue;
                acknowledged = await feed.AcknowledgeAsync("c", page.Events[random.Next(page.Events.Count)].Position, default);
            }

            Assert.True(appended.TakeWhile(position => position <= acknowledged).All(seen.Contains), "An event was acknowledged that was never given out.");
        }

        await using var last = await _folder.OpenAsync();
        var rest = await new EventFeed(last, new FeedOptions { PageEventsMax = int.MaxValue }).PollAsync("c", default);
        seen.UnionWith(rest.Events.Select(each => each.Position));
        Assert.Equal(appended, seen.Order());
    }

    // The name must be known to nothing but the feed when this has ended.
    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static async Task<WeakReference> AcknowledgeNothingAsync(EventFeed feed, int number)
    {
        var name = $"consumer {number}";
        Assert.Equal(0, await feed.AcknowledgeAsync(name, 0, default));
        return new WeakReference(name);
    }
}
