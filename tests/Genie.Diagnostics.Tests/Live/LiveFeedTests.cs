using System.Net.ServerSentEvents;
using Genie.Diagnostics.Live;

namespace Genie.Diagnostics.Tests.Live;

public sealed class LiveFeedTests
{
    [Fact]
    public async Task A_page_sees_what_is_kept_and_then_what_happens()
    {
        var feed = new LiveFeed();
        feed.Publish(new LiveRow("nats", 1, 2, 3, 4, 5));
        feed.Publish(new LiveRow("nats", 10, 2, 3, 4, 5));
        feed.Publish(new LiveRegion("here", [[-75, 40, -74, 40, -74, 41]]));
        feed.Publish(new LiveEvent("missed", "seen", DateTimeOffset.UnixEpoch, 1, 2));
        await using var items = feed.WatchAsync(CancellationToken.None).GetAsyncEnumerator();

        Assert.Equal(("region", """{"name":"here","rings":[[-75,40,-74,40,-74,41]]}"""), await NextAsync(items));
        Assert.True(feed.IsWatched);
        Assert.Equal(("row", """{"name":"nats","perSecond":10,"meanMicroseconds":2,"inFlight":3,"waiting":4,"refusedPerSecond":5}"""), await NextAsync(items));
        feed.Publish(new LiveEvent("s", "seen", DateTimeOffset.UnixEpoch, 1, 2));
        feed.Publish(new LiveDecision("s", true, "north", ["a"]));
        Assert.Equal(("event", """{"key":"s","kind":"seen","time":"1970-01-01T00:00:00+00:00","latitude":1,"longitude":2}"""), await NextAsync(items));
        Assert.Equal(("decision", """{"key":"s","isAccepted":true,"reason":"north","rules":["a"]}"""), await NextAsync(items));
    }

    [Fact]
    public async Task A_page_that_is_too_slow_misses_the_oldest()
    {
        var feed = new LiveFeed();
        feed.Publish(new LiveRegion("first", [[0, 0, 1, 0, 1, 1]]));
        await using var items = feed.WatchAsync(CancellationToken.None).GetAsyncEnumerator();
        await NextAsync(items);
        for (var i = 0; i < 3000; i++) feed.Publish(new LiveEvent($"{i}", "seen", DateTimeOffset.UnixEpoch, 1, 2));

        Assert.Contains($"\"{3000 - 1024}\"", (await NextAsync(items)).Data, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_region_without_outlines_is_gone_for_pages_that_are_open_and_for_later_ones()
    {
        var feed = new LiveFeed();
        feed.Publish(new LiveRegion("first", [[0, 0, 1, 0, 1, 1]]));
        feed.Publish(new LiveRegion("second", [[0, 0, 1, 0, 1, 1]]));
        await using var items = feed.WatchAsync(CancellationToken.None).GetAsyncEnumerator();
        await NextAsync(items);
        await NextAsync(items);
        feed.Publish(new LiveRegion("first", []));
        Assert.Equal(("region", """{"name":"first","rings":[]}"""), await NextAsync(items));
        await using var later = feed.WatchAsync(CancellationToken.None).GetAsyncEnumerator();
        Assert.Contains("second", (await NextAsync(later)).Data, StringComparison.Ordinal);
    }

    /// <summary>JSON has no such numbers; whoever publishes them must not fail.</summary>
    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public async Task What_is_not_finite_is_left_out_and_what_follows_is_shown(double number)
    {
        var feed = new LiveFeed();
        feed.Publish(new LiveRow("row", number, number, 1, 2, number));
        await using var items = feed.WatchAsync(CancellationToken.None).GetAsyncEnumerator();
        Assert.Equal(("row", """{"name":"row","perSecond":0,"meanMicroseconds":0,"inFlight":1,"waiting":2,"refusedPerSecond":0}"""), await NextAsync(items));

        feed.Publish(new LiveEvent("s", "seen", DateTimeOffset.UnixEpoch, number, 2));
        feed.Publish(new LiveEvent("s", "seen", DateTimeOffset.UnixEpoch, 1, number));
        feed.Publish(new LiveRegion("here", [[number, 40, -74, 40, -74, 41], [-75, 40, -74, 40, -74, 41]]));
        Assert.Equal(("region", """{"name":"here","rings":[[-75,40,-74,40,-74,41]]}"""), await NextAsync(items));
    }

    [Fact]
    public async Task A_page_that_was_closed_is_forgotten()
    {
        var feed = new LiveFeed();
        using var closing = new CancellationTokenSource();
        var items = feed.WatchAsync(closing.Token).GetAsyncEnumerator();
        var next = items.MoveNextAsync().AsTask();
        Assert.True(feed.IsWatched);

        await closing.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => next);
        Assert.False(feed.IsWatched);
    }

    private static async Task<(string Kind, string Data)> NextAsync(IAsyncEnumerator<SseItem<string>> items)
    {
        Assert.True(await items.MoveNextAsync());
        return (items.Current.EventType, items.Current.Data);
    }
}
