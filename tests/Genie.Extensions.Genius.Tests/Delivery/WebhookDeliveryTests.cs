using System.Diagnostics.Metrics;
using System.Text;
using System.Text.Json;
using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Delivery.Webhooks;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Delivery;

/// <summary>A worker that posts to a real HTTP server which fails in many ways. Waits and time-outs follow a clock that the test moves.</summary>
public sealed class WebhookDeliveryTests : IDisposable
{
    private static readonly WebhookSecret Secret = WebhookSecret.Generate();
    private readonly StoreFolder _folder = new();
    private readonly ManualClock _clock = new();

    public WebhookDeliveryTests() => _clock.Advance(TimeSpan.FromDays(20_000));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task An_event_arrives_signed_with_its_idempotency_key()
    {
        await using var receiver = new WebhookReceiver(_ => 204);
        await using var store = await _folder.OpenAsync(_clock);
        var position = await store.AppendTextAsync("machine-7", "hello", "play");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1);

        var request = Assert.Single(receiver.Received);
        Assert.Equal($"hooks_{position}", request.Id);
        Assert.Equal($"\"{request.Id}\"", request.IdempotencyKey);
        Assert.Equal("application/json", request.ContentType);
        Assert.True(WebhookSignature.Verify(Secret, request.Id, request.Timestamp, request.Signature, Encoding.UTF8.GetBytes(request.Body), TimeSpan.Zero, _clock));
        using var body = JsonDocument.Parse(request.Body);
        Assert.Equal("play", body.RootElement.GetProperty("type").GetString());
        Assert.Equal("hello", Encoding.UTF8.GetString(body.RootElement.GetProperty("data").GetProperty("payload").GetBytesFromBase64()));
    }

    [Fact]
    public async Task A_new_subscription_keeps_where_it_began_though_nothing_was_attempted_before_the_next_start()
    {
        await using var receiver = new WebhookReceiver(_ => 204);
        await using var store = await _folder.OpenAsync(_clock);
        using (var channel = Channel(receiver))
        using (var first = new DeliveryWorker(store, channel, Options))
        {
            await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => first.PrepareAsync(default)));
        }

        var position = await store.AppendTextAsync("machine-7", "hello");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1, Options with { AfterPosition = position });
        Assert.Equal($"hooks_{position}", Assert.Single(receiver.Received).Id);
        Assert.Single(Read(store), static each => each.Type == DeliveryEvents.Began);
    }

    [Fact]
    public async Task Failures_are_tried_again_after_a_back_off_that_doubles_and_the_key_stays()
    {
        var answers = new Queue<int>([0, 500, 404, 302, 200]);
        await using var receiver = new WebhookReceiver(_ => answers.Dequeue());
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "hello");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1);

        Assert.Equal(5, receiver.Received.Count);
        Assert.Single(receiver.Received.Select(each => each.Id).Distinct());
        Assert.All(receiver.Received, each => Assert.True(WebhookSignature.Verify(Secret, each.Id, each.Timestamp, each.Signature, Encoding.UTF8.GetBytes(each.Body), TimeSpan.FromDays(1), _clock)));
        Assert.Equal([5, 10, 20, 40], Waits(store).Select(wait => wait.TotalSeconds));
        Assert.Equal(["HTTP 500", "HTTP 404", "HTTP 302"], Failures(store).Select(each => each.Reason).Where(reason => reason.StartsWith("HTTP", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_receiver_that_never_answers_is_given_up_in_time()
    {
        var isFirst = true;
        await using var receiver = new WebhookReceiver(async (_, self) =>
        {
            if (!isFirst) return 200;
            isFirst = false;
            await Task.Delay(Timeout.Infinite, self.Closing);
            return 200;
        });
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "hello");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1, meanwhile: () =>
        {
            if (receiver.Received.Count == 1 && Failures(store).Count == 0) _clock.Advance(TimeSpan.FromSeconds(15));
            else AdvanceToNextAttempt(store);
        });
        Assert.Equal("no answer within 15 s", Assert.Single(Failures(store)).Reason);
    }

    [Theory]
    [InlineData(429, "120", 120)]
    [InlineData(503, "3600", 3_600)]
    [InlineData(503, "1", 5)]
    [InlineData(429, "999999999", 86_400)]
    public async Task A_receiver_that_asks_for_time_gets_it(int status, string retryAfter, int waitSeconds)
    {
        var isFirst = true;
        await using var receiver = new WebhookReceiver(_ => Interlocked.Exchange(ref isFirst, false) ? status : 200);
        receiver.Headers["Retry-After"] = retryAfter;
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "hello");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1);
        Assert.Equal(waitSeconds, Assert.Single(Waits(store)).TotalSeconds);
    }

    [Fact]
    public async Task A_date_in_Retry_After_is_heeded()
    {
        var isFirst = true;
        await using var receiver = new WebhookReceiver(_ => Interlocked.Exchange(ref isFirst, false) ? 503 : 200);
        receiver.Headers["Retry-After"] = (_clock.GetUtcNow() + TimeSpan.FromMinutes(30)).ToString("R");
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "hello");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1);
        Assert.Equal(1_800, Assert.Single(Waits(store)).TotalSeconds);
    }

    [Fact]
    public async Task No_retry_waits_longer_than_one_may_though_a_clock_that_ran_ahead_recorded_a_later_time()
    {
        await using var receiver = new WebhookReceiver(_ => 204);
        using var channel = Channel(receiver);
        using var attempts = new DeliveryAttempts(channel, Options);
        var waiting = attempts.WaitUntilAsync(_clock.GetUtcNow().AddDays(365), default);

        _clock.Advance(Options.Retry.AskedDelayMax - TimeSpan.FromSeconds(1));
        Assert.False(waiting.IsCompleted);

        _clock.Advance(TimeSpan.FromSeconds(1));
        await waiting.WaitAsync(TimeSpan.FromMinutes(1));
    }

    [Fact]
    public async Task After_the_limit_it_is_a_dead_letter_which_can_be_tried_again()
    {
        var status = 500;
        await using var receiver = new WebhookReceiver(_ => status);
        await using var store = await _folder.OpenAsync(_clock);
        var position = await store.AppendTextAsync("machine-7", "hello");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1, Options with { Retry = new RetryPolicy { AttemptsMax = 3 } });
        Assert.Equal(3, receiver.Received.Count);

        status = 200;
        using var channel = Channel(receiver);
        using var worker = new DeliveryWorker(store, channel, Options);
        Assert.Equal(new DeadLetter(position, 3, "HTTP 500"), Assert.Single(await worker.ReadDeadLettersAsync(default)));
        Assert.False(await worker.RequeueAsync(position + 1, default));
        Assert.True(await worker.RequeueAsync(position, default));
        Assert.Empty(await worker.ReadDeadLettersAsync(default));
        await RunUntilAsync(worker, () => Settled(store).Count == 2);
        Assert.Equal(4, receiver.Received.Count);
    }

    /// <summary>More than there is room for, so that they wait for each other, and the one who asks for none of them.</summary>
    [Fact]
    public async Task Dead_letters_are_tried_again_together_while_the_worker_runs()
    {
        const int Count = 20;
        var status = 410;
        await using var receiver = new WebhookReceiver(_ => Volatile.Read(ref status));
        await using var store = await _folder.OpenAsync(_clock);
        for (var i = 0; i < Count; i++) await store.AppendTextAsync("machine-7", $"{i}");
        using var channel = Channel(receiver);
        using var worker = new DeliveryWorker(store, channel, Options with { UnsettledMax = 3, Receiver = "the machine's" });
        using var stop = new CancellationTokenSource();
        var running = worker.RunAsync(stop.Token);
        await Until.TrueAsync(() => running.IsFaulted || Settled(store).Count == Count);
        Assert.Equal(new DeliveryStatus("hooks", "the machine's", Count, 0, Count, null), await worker.ReadStatusAsync(default) with { Floor = Count });

        Volatile.Write(ref status, 500);
        Assert.Equal(Count, await worker.RequeueAsync(null, default));
        Assert.Equal(0, await worker.RequeueAsync(null, default));
        await Until.TrueAsync(() => running.IsFaulted || Failures(store).Count == 3);
        var waiting = await worker.ReadStatusAsync(default);
        Assert.Equal((Count, 0), (waiting.Waiting, waiting.Dead));

        Volatile.Write(ref status, 200);
        await Until.TrueAsync(() => running.IsFaulted || Settled(store).Count == 2 * Count, () => _clock.Advance(TimeSpan.FromSeconds(1)));
        Assert.Empty(await worker.ReadDeadLettersAsync(default));
        await stop.CancelAsync();
        await running;
        Assert.Equal(2 * Count + 3, receiver.Received.Count);
    }

    [Fact]
    public async Task Several_of_the_dead_letters_are_tried_again_and_others_passed_over()
    {
        await using var receiver = new WebhookReceiver(_ => 410);
        await using var store = await _folder.OpenAsync(_clock);
        for (var i = 0; i < 4; i++) await store.AppendTextAsync("machine-7", $"{i}");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 4);
        using var channel = Channel(receiver);
        using var worker = new DeliveryWorker(store, channel, Options);
        Assert.Equal(2, await worker.RequeueAsync([1, 3, 3, 99], default));
        Assert.Equal([2, 4], (await worker.ReadDeadLettersAsync(default)).Select(each => each.Position));
        await RunUntilAsync(worker, () => Settled(store).Count == 6);
        Assert.Equal([1, 2, 3, 4], (await worker.ReadDeadLettersAsync(default)).Select(each => each.Position));
        Assert.Equal(["hooks_1", "hooks_3"], receiver.Received.GroupBy(each => each.Id).Where(group => group.Count() == 2).Select(group => group.Key).Order());
    }

    [Fact]
    public async Task A_dead_letter_whose_event_is_gone_stays_one_and_says_so()
    {
        await using var receiver = new WebhookReceiver(_ => 410);
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "hello");
        await store.AppendTextAsync("machine-8", "hello");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 2);
        await store.DeleteStreamAsync("machine-7", 1, default);
        using var channel = Channel(receiver);
        using var worker = new DeliveryWorker(store, channel, Options);
        Assert.True(await worker.RequeueAsync(1, default));
        await RunUntilAsync(worker, () => Settled(store).Count == 3);
        Assert.Equal(new DeadLetter(1, 0, "the event is no longer in the store"), (await worker.ReadDeadLettersAsync(default))[0]);
        Assert.Equal(2, receiver.Received.Count);
    }

    [Fact]
    public async Task Gone_means_never_again()
    {
        await using var receiver = new WebhookReceiver(_ => 410);
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "hello");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1);
        Assert.Single(receiver.Received);
        Assert.Equal("HTTP 410", Assert.Single(Settled(store)).Reason);
    }

    /// <summary>The crash is a copy of the store's files, made while the worker runs.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_failing_event_does_not_hold_up_the_others_and_a_restart_goes_on(bool isCrash)
    {
        var isUp = false;
        using var copy = new StoreFolder();
        await using var receiver = new WebhookReceiver(request => request.Body.Contains("\"bad\"", StringComparison.Ordinal) && !isUp ? 500 : 200);
        await using (var store = await _folder.OpenAsync(_clock))
        {
            await store.AppendTextAsync("bad", "0");
            for (var i = 1; i < 20; i++) await store.AppendTextAsync("good", $"{i}");
            await RunUntilAsync(store, receiver, () => Settled(store).Count == 19 && Failures(store).Count > 0 && (!isCrash || _folder.CopyTo(copy)), meanwhile: () => { });
        }

        var before = receiver.Received.Count;
        isUp = true;
        await using var again = await (isCrash ? copy : _folder).OpenAsync(_clock);
        await again.AppendTextAsync("good", "20");
        await RunUntilAsync(again, receiver, () => Settled(again).Count == 21);
        Assert.Equal(before + 2, receiver.Received.Count);
        Assert.Equal(2, Settled(again).Single(each => each.Position == 1).Attempts);
        Assert.Equal(21, receiver.Received.Select(each => each.Id).Distinct().Count());
    }

    [Fact]
    public async Task A_new_subscription_begins_where_it_is_told_and_an_old_one_goes_on()
    {
        await using var receiver = new WebhookReceiver(_ => 200);
        await using var store = await _folder.OpenAsync(_clock);
        var old = await store.AppendTextAsync("good", "0");
        await store.AppendTextAsync("good", "1");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1, Options with { AfterPosition = old });
        await store.AppendTextAsync("good", "2");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 2, Options with { AfterPosition = 1_000 });
        Assert.Equal(2, receiver.Received.Count);
    }

    [Fact]
    public async Task The_state_is_the_same_from_a_snapshot_and_from_all_events()
    {
        await using var receiver = new WebhookReceiver(request => request.Id.EndsWith('7') ? 410 : 200);
        await using var store = await _folder.OpenAsync(_clock);
        for (var i = 0; i < 50; i++) await store.AppendTextAsync("good", $"{i}");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 50, Options with { SnapshotEvery = 7 });

        var snapshot = DeliveryState.FromSnapshot((await store.LoadSnapshotAsync("delivery/hooks", default))!);
        var replayed = new DeliveryState();
        foreach (var each in await store.ReadAsync("delivery/hooks")) replayed.Apply(each.Type, each.Version, each.Payload);
        Assert.Equal(replayed.Version, snapshot.Version);
        Assert.Equal(replayed.Floor, snapshot.Floor);
        Assert.Equal(replayed.Dead, snapshot.Dead);
        Assert.Equal(5, snapshot.Dead.Count);
        Assert.True(snapshot.Floor >= 50);
    }

    [Fact]
    public async Task Of_two_workers_of_one_subscription_one_ends()
    {
        await using var receiver = new WebhookReceiver(_ => 200);
        await using var store = await _folder.OpenAsync(_clock);
        using var channel = Channel(receiver);
        using var older = new DeliveryWorker(store, channel, Options);
        Assert.Empty(await older.ReadDeadLettersAsync(default));
        await store.AppendTextAsync("good", "1");
        await RunUntilAsync(store, receiver, () => Settled(store).Count == 1);
        await Assert.ThrowsAsync<VersionConflictException>(() => older.RunAsync(default));
    }

    [Fact]
    public async Task Attempts_are_counted_by_outcome()
    {
        const string Subscription = "counted";
        var outcomes = new System.Collections.Concurrent.ConcurrentQueue<string>();
        using var listener = new MeterListener { InstrumentPublished = static (instrument, self) => { if (instrument.Name == "genie.genius.delivery.attempts") self.EnableMeasurementEvents(instrument); } };
        listener.SetMeasurementEventCallback<long>((_, _, tags, _) =>
        {
            if (tags[0].Value as string == Subscription) outcomes.Enqueue((string)tags[1].Value!);
        });
        listener.Start();
        var answers = new Queue<int>([503, 410]);
        await using var receiver = new WebhookReceiver(_ => answers.Dequeue());
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "hello");
        await RunUntilAsync(store, receiver, () => outcomes.Count == 2, Options with { Subscription = Subscription, Jitter = () => 0 });
        Assert.Equal(["failed", "refused"], outcomes);
    }

    [Fact]
    public void Events_do_not_leave_in_the_clear() =>
        Assert.Throws<ArgumentException>(() => new WebhookChannel(new WebhookOptions { Url = new Uri("http://example.com/hook"), Secret = Secret }));

    [Fact]
    public void Back_off_doubles_up_to_its_limit_and_jitter_takes_from_none_to_all_of_it()
    {
        var policy = new RetryPolicy { FirstDelay = TimeSpan.FromSeconds(5), MaxDelay = TimeSpan.FromMinutes(1) };
        Assert.Equal([5, 10, 20, 40, 60, 60], Enumerable.Range(1, 6).Select(attempts => policy.DelayAfter(attempts, 1).TotalSeconds));
        Assert.Equal(TimeSpan.Zero, policy.DelayAfter(3, 0));
        Assert.Equal(10, policy.DelayAfter(3, 0.5).TotalSeconds);
        Assert.Equal(60, policy.DelayAfter(int.MaxValue, 1).TotalSeconds);
    }

    private DeliveryOptions Options => new() { Subscription = "hooks", Clock = _clock, Jitter = () => 1 };

    private WebhookChannel Channel(WebhookReceiver receiver) => new(new WebhookOptions { Url = receiver.Url, Secret = Secret, AllowPrivateAddresses = true, Clock = _clock });

    /// <summary>Runs a worker; the clock goes to the time of the next attempt as soon as one is waited for, and no further.</summary>
    private async Task RunUntilAsync(IEventStore store, WebhookReceiver receiver, Func<bool> isDone, DeliveryOptions? options = null, Action? meanwhile = null)
    {
        using var channel = Channel(receiver);
        using var worker = new DeliveryWorker(store, channel, options ?? Options);
        await RunUntilAsync(worker, isDone, meanwhile ?? (() => AdvanceToNextAttempt(store)));
    }

    private static async Task RunUntilAsync(DeliveryWorker worker, Func<bool> isDone, Action? meanwhile = null)
    {
        using var stop = new CancellationTokenSource();
        var running = worker.RunAsync(stop.Token);
        await Until.TrueAsync(() => isDone() || running.IsFaulted, meanwhile);
        await stop.CancelAsync();
        await running;
    }

    private void AdvanceToNextAttempt(IEventStore store)
    {
        if (Failures(store) is [.., var last] && last.Due.ToDateTimeOffset() is var due && due > _clock.GetUtcNow() && _clock.IsAwaited(due)) _clock.Advance(due - _clock.GetUtcNow());
    }

    private static IReadOnlyList<DeliverySettled> Settled(IEventStore store) =>
        [.. Read(store).Where(each => each.Type is DeliveryEvents.Delivered or DeliveryEvents.DeadLettered).Select(each => DeliverySettled.Parser.ParseFrom(each.Payload.Span))];

    private static IReadOnlyList<DeliveryAttemptFailed> Failures(IEventStore store) =>
        [.. Read(store).Where(each => each.Type == DeliveryEvents.AttemptFailed).Select(each => DeliveryAttemptFailed.Parser.ParseFrom(each.Payload.Span))];

    /// <summary>From each failure to the next attempt's time.</summary>
    private static IReadOnlyList<TimeSpan> Waits(IEventStore store) =>
        [.. Read(store).Where(each => each.Type == DeliveryEvents.AttemptFailed).Select(each => DeliveryAttemptFailed.Parser.ParseFrom(each.Payload.Span).Due.ToDateTimeOffset() - each.RecordedAt)];

    private static IReadOnlyList<RecordedEvent> Read(IEventStore store) => store.ReadAsync("delivery/hooks").GetAwaiter().GetResult();
}
