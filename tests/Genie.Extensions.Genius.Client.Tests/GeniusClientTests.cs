using System.Collections.Concurrent;
using Genie.Extensions.Genius.Messages;
using Genie.Testing;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;

namespace Genie.Extensions.Genius.Client.Tests;

/// <summary>Events and facts over a server that comes and goes.</summary>
public sealed class GeniusClientTests : IAsyncLifetime
{
    private RestartedServer _server = null!;
    private GeniusClient _client = null!;

    public async Task InitializeAsync()
    {
        _server = await RestartedServer.CreateAsync();
        _client = _server.Connect();
        await _client.Rules.PutAsync("fast", "value > 100");
    }

    public async Task DisposeAsync()
    {
        _client.Dispose();
        await _server.DisposeAsync();
    }

    [Fact]
    public async Task A_server_that_restarts_under_a_subscription_loses_nothing_and_repeats_nothing()
    {
        const int Count = 120;
        using var ending = new CancellationTokenSource();
        var taken = new ConcurrentQueue<Output>();
        var subscribing = TakeAsync(new FactSubscription { Filter = new FactFilter { Keys = { "truck-1" } } }, taken, ending.Token);
        var sending = Task.Run(async () =>
        {
            for (var i = 1; i <= Count; i++) Assert.True((await _client.SendAsync(EventOf($"truck-{i % 2}", i, i % 3 == 0 ? 50 : 120))).Accepted);
        });
        for (var i = 1; i <= 3; i++)
        {
            await Until.TrueAsync(() => taken.Count >= i * 8 || sending.IsCompleted);
            await _server.StopAsync();
            await _server.StartAsync();
        }

        await sending;
        var expected = Enumerable.Range(1, Count).Where(i => i % 2 == 1 && i % 3 != 0).Select(i => (ulong)i).ToArray();
        await Until.TrueAsync(() => taken.Count >= expected.Length);

        // What would come twice would have come before this one.
        await _client.SendAsync(EventOf("truck-1", Count + 1, 200));
        await Until.TrueAsync(() => taken.Count > expected.Length && taken.Last().RulesMatched.Sequence == Count + 1);
        await ending.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => subscribing);
        Assert.Equal([.. expected, Count + 1], taken.Select(each => each.RulesMatched.Sequence));
        Assert.InRange(_server.Resumed.Count, 2, int.MaxValue);
    }

    [Fact]
    public async Task A_decision_that_is_lost_is_asked_for_again_and_the_event_takes_effect_once()
    {
        var calls = 0;
        _server.Around = async (context, next) =>
        {
            await next(context);
            if (context.Request.Path.Value!.EndsWith("/ProcessOne", StringComparison.Ordinal) && Interlocked.Increment(ref calls) <= 2) context.Abort();
        };
        var value = EventOf("truck-1", 0, 120);
        (value.Run, value.Sender) = (0, 0);

        var decision = await _client.SendAsync(value);

        Assert.Equal((3, true, "fast"), (calls, decision.Accepted, decision.Reply.Rules.Single()));
        Assert.NotEqual(0UL, value.Sequence);
        Assert.True((await _client.SendAsync(value)).IsRepeat);
        Assert.Single((await _client.PollAsync(new PollRequest { Consumer = "c", Filter = new FactFilter() })).Records);
    }

    [Fact]
    public async Task An_event_waits_for_a_server_that_is_away_and_fails_when_it_stays_away()
    {
        await _server.StopAsync();
        var failures = 0;
        using var brief = new GeniusClient(new GeniusClientOptions { Address = _server.Address, RetryTimeout = TimeSpan.FromMilliseconds(50), RetryDelay = TimeSpan.FromMilliseconds(10), Retrying = _ => { failures++; throw new NotSupportedException("A callback that throws ends nothing."); } });
        var error = await Assert.ThrowsAsync<ServerUnavailableException>(() => brief.SendAsync(EventOf("s", 1, 1)));
        Assert.Equal((true, StatusCode.Unavailable), (error.IsTransient, error.Code));
        Assert.InRange(failures, 1, int.MaxValue);

        var sending = _client.SendAsync(EventOf("s", 1, 1));
        await _server.StartAsync();
        Assert.True((await sending).Accepted);
    }

    [Fact]
    public async Task A_subscription_with_nothing_to_give_resumes_where_it_has_looked()
    {
        for (var i = 1; i <= 5; i++) await _client.SendAsync(EventOf("truck-1", i, 120));
        using var ending = new CancellationTokenSource();
        var (progress, taken) = (0L, new ConcurrentQueue<Output>());
        var subscription = new FactSubscription { Filter = new FactFilter { Keys = { "nobody" } }, ProgressInterval = TimeSpan.FromMilliseconds(100), Progressed = position => { Volatile.Write(ref progress, position); throw new NotSupportedException("A callback that throws ends nothing."); } };
        var subscribing = TakeAsync(subscription, taken, ending.Token);
        var last = (await _client.PollAsync(new PollRequest { Consumer = "c" })).Records[^1].Position;
        await Until.TrueAsync(() => Volatile.Read(ref progress) >= last);

        await _server.StopAsync();
        await _server.StartAsync();
        await Until.TrueAsync(() => _server.Resumed.Count >= 2);
        Assert.Equal(0, _server.Resumed.First());
        Assert.InRange(_server.Resumed.Last(), last, long.MaxValue);
        await _client.SendAsync(EventOf("nobody", 1, 120));
        await Until.TrueAsync(() => taken.Count == 1);
        await ending.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => subscribing);
    }

    [Fact]
    public async Task Facts_from_now_on_are_none_of_before_and_none_is_missed_while_the_server_restarts()
    {
        await _client.SendAsync(EventOf("truck-1", 1, 120));
        using var ending = new CancellationTokenSource();
        var (isOpen, taken) = (false, new ConcurrentQueue<Output>());
        var subscribing = TakeAsync(new FactSubscription { AfterPosition = FactSubscription.NewOnly, Progressed = _ => Volatile.Write(ref isOpen, true) }, taken, ending.Token);
        await Until.TrueAsync(() => Volatile.Read(ref isOpen));
        _server.Around = (context, next) => context.Request.Path.Value!.EndsWith("/Subscribe", StringComparison.Ordinal) ? Task.CompletedTask : next(context);
        await _server.StopAsync();
        await _server.StartAsync();
        await _client.SendAsync(EventOf("truck-1", 2, 120));
        _server.Around = static (context, next) => next(context);
        await Until.TrueAsync(() => taken.Count == 1);
        Assert.Equal(2UL, taken.First().RulesMatched.Sequence);
        await ending.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => subscribing);
    }

    [Fact]
    public async Task A_consumer_goes_on_behind_the_page_that_it_dealt_with()
    {
        for (var i = 1; i <= 3; i++) await _client.SendAsync(EventOf("truck-1", i, 120));
        var first = await FirstPagesAsync(1);
        var again = await FirstPagesAsync(1);
        Assert.Equal(first[0], again[0]);
        await _client.PollAsync(new PollRequest { Consumer = "c", Acknowledged = first[0].Position });
        await _server.StopAsync();
        var waiting = FirstPagesAsync(1);
        await _server.StartAsync();
        await _client.SendAsync(EventOf("truck-1", 4, 120));
        Assert.Equal(4UL, Messages.ProcessedEvent.Parser.ParseFrom((await waiting)[0].Records[0].Payload).Event.Sequence);
    }

    private static Event EventOf(string key, int sequence, double value) => new()
    {
        Key = key,
        Run = 1,
        Sender = 1,
        Sequence = (ulong)sequence,
        Kind = "moved",
        Time = DateTimeOffset.UnixEpoch.AddSeconds(sequence).ToTimestamp(),
        Latitude = 40,
        Longitude = -75,
        Value = value,
    };

    private async Task TakeAsync(FactSubscription subscription, ConcurrentQueue<Output> taken, CancellationToken cancellationToken)
    {
        await foreach (var each in _client.SubscribeAsync(subscription, cancellationToken)) taken.Enqueue(each);
    }

    private async Task<List<PollResponse>> FirstPagesAsync(int count)
    {
        var pages = new List<PollResponse>();
        await foreach (var each in _client.ConsumeAsync("c", new FactFilter { Kinds = { FactKind.RulesMatched } }))
        {
            pages.Add(each);
            if (pages.Count == count) break;
        }

        return pages;
    }
}
