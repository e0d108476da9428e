using System.Collections.Concurrent;
using Genie.Brokers.Redis.Official;
using Genie.Testing;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Tests;

/// <summary>What Redis has beyond the contract, on a real server.</summary>
[Collection(RedisServerTests.Name)]
public sealed class RedisFeatureTests(RedisServerFixture fixture)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan SoonDead = TimeSpan.FromMilliseconds(300);

    // A busy machine may stop this whole process for some hundred milliseconds: its listeners do not say then that they live.
    private static readonly TimeSpan DeadAfterAnyStall = TimeSpan.FromSeconds(3);

    private readonly string _channel = $"feature-{Guid.NewGuid():n}";

    private RedisKey Stream => $"genie.{_channel}";

    [SkippableFact]
    public async Task Messages_that_a_dead_listener_held_are_taken_over()
    {
        fixture.RequireOwn();
        await using var broker = new RedisBroker(fixture.Options with { TakeOverAfter = SoonDead });
        await SendAsync(broker, 1, 2, 3);
        await ReadAsDeadListenerAsync(3);

        var arrivals = new ConcurrentQueue<byte>();
        await using var listener = await ListenAsync(broker, arrivals);
        await ExpectAsync(arrivals, 1, 2, 3);
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task Messages_of_a_slow_handler_are_not_taken_over()
    {
        fixture.RequireOwn();
        await using var broker = new RedisBroker(fixture.Options with { TakeOverAfter = DeadAfterAnyStall });
        var started = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var slow = await broker.ListenAsync(
            _channel, new ListenOptions { Prefetch = 1 },
            async (_, _, token) =>
            {
                started.TrySetResult();
                await gate.Task.WaitAsync(token);
            },
            default);
        await SendAsync(broker, 1);
        await started.Task.WaitAsync(Timeout);

        // Younger than the one in the slow handler: whoever judged by age would take that one first.
        await SendAsync(broker, 2);
        await ReadAsDeadListenerAsync(1);
        var arrivals = new ConcurrentQueue<byte>();
        await using (await ListenAsync(broker, arrivals))
        {
            await ExpectAsync(arrivals, 2);
            gate.SetResult();
        }

        Assert.Equal(new byte[] { 2 }, arrivals.ToArray());
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task What_was_handled_leaves_neither_entry_nor_listener_behind()
    {
        fixture.RequireOwn();
        await using var broker = new RedisBroker(fixture.Options);
        var arrivals = new ConcurrentQueue<byte>();
        await using (await ListenAsync(broker, arrivals))
        {
            await SendAsync(broker, 1, 2, 3, 4, 5);
            await ExpectAsync(arrivals, 1, 2, 3, 4, 5);
        }

        await using var link = await fixture.LookAsync();
        Assert.Equal(0, await link.GetDatabase().StreamLengthAsync(Stream));
        Assert.Empty(await link.GetDatabase().StreamConsumerInfoAsync(Stream, RedisEndpoint.Group));
        await broker.DeleteChannelAsync(_channel, default);
        Assert.False(await link.GetDatabase().KeyExistsAsync(Stream));
    }

    [SkippableFact]
    public async Task A_listener_outlives_the_removal_of_its_stream()
    {
        fixture.Require();
        await using var broker = new RedisBroker(fixture.Options);
        var arrivals = new ConcurrentQueue<byte>();
        await using (await ListenAsync(broker, arrivals))
        {
            await broker.DeleteChannelAsync(_channel, default);
            await SendAsync(broker, 7);
            await ExpectAsync(arrivals, 7);
        }

        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task Entries_of_other_programs_reach_no_handler_stay_in_the_stream_and_are_told_once()
    {
        fixture.RequireOwn();
        using var events = new UnreadableMessages();
        await using var link = await fixture.LookAsync();
        var database = link.GetDatabase();
        var held = await database.StreamAddAsync(Stream, "data", "held by a listener that died");
        await ReadAsDeadListenerAsync(1);
        RedisValue[] foreign =
        [
            held, await database.StreamAddAsync(Stream, "data", "hello"), await database.StreamAddAsync(Stream, "M", "capital"),
            await database.StreamAddAsync(Stream, [new("r", "somewhere"), new("c", "7")]), await database.StreamAddAsync(Stream, "", ""),
        ];
        await using var broker = new RedisBroker(fixture.Options with { TakeOverAfter = SoonDead });
        for (var listeners = 0; listeners < 2; listeners++)
        {
            var arrivals = new ConcurrentQueue<byte>();
            await using (await ListenAsync(broker, arrivals))
            {
                await SendAsync(broker, 9);
                await ExpectAsync(arrivals, 9);
                foreach (var id in foreign) await ExpectToldAsync(events, id);
            }

            Assert.Equal(new byte[] { 9 }, arrivals.ToArray());
        }

        Assert.Equal(foreign.Length, events.Said.Count(said => said.Contains(Stream.ToString(), StringComparison.Ordinal)));
        Assert.Equal(foreign, (await database.StreamRangeAsync(Stream)).Select(entry => entry.Id));
        Assert.Equal(0, (await database.StreamPendingAsync(Stream, RedisEndpoint.Group)).PendingMessageCount);
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task Connections_opened_all_at_once_are_each_ready_for_answers()
    {
        fixture.Require();
        await using var broker = new RedisBroker(fixture.Options);
        var arrivals = new ConcurrentQueue<byte>();
        await using (await ListenAsync(broker, arrivals))
        {
            // The library's connection for subscriptions comes after the other: seen to be too late for one in a hundred.
            await Task.WhenAll(Enumerable.Range(0, 200).Select(async number =>
            {
                await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
                (await connection.RequestAsync(new[] { (byte)number }, default)).Dispose();
            }));
        }

        Assert.Equal(200, arrivals.Distinct().Count());
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task A_durable_driver_refuses_a_server_that_is_not()
    {
        fixture.RequireOwn();
        await using var broker = new RedisBroker(fixture.Options with { Durable = true });
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync(_channel, new ConnectionOptions(), default));
        Assert.Contains("'everysec'", error.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_key_of_another_kind_is_a_setting_to_be_changed()
    {
        fixture.RequireOwn();
        await using var link = await fixture.LookAsync();
        await link.GetDatabase().StringSetAsync(Stream, "not a stream");
        await using var broker = new RedisBroker(fixture.Options);
        await Assert.ThrowsAsync<BrokerSettingException>(async () => await ListenAsync(broker, []));
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task No_password_where_one_is_asked_for_is_refused()
    {
        fixture.RequireOwn();
        await using var broker = new RedisBroker(new RedisOptions { Url = new Uri($"redis://127.0.0.1:{fixture.Server.Url.Port}") });
        await Assert.ThrowsAsync<BrokerAuthenticationException>(async () => await broker.ConnectAsync(_channel, new ConnectionOptions(), default));
    }

    [SkippableFact]
    public async Task Each_database_has_channels_of_its_own()
    {
        fixture.RequireOwn();
        await using var first = new RedisBroker(fixture.Options);
        await using var second = new RedisBroker(new RedisOptions { Url = RedisServerFixture.UrlOf("redis", fixture.Server.Url.Port, RedisServerFixture.Password, "1") });
        await SendAsync(first, 1);
        await SendAsync(second, 2);
        var arrivals = new ConcurrentQueue<byte>();
        await using (await ListenAsync(second, arrivals)) await ExpectAsync(arrivals, 2);
        Assert.Equal(new byte[] { 2 }, arrivals.ToArray());
        await first.DeleteChannelAsync(_channel, default);
        await second.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task Messages_travel_under_TLS_where_the_authority_is_named()
    {
        fixture.RequireOwn();
        var url = RedisServerFixture.UrlOf("rediss", fixture.TlsPort, RedisServerFixture.Password, host: "localhost");
        await using var broker = new RedisBroker(new RedisOptions { Url = url, TlsCaFile = fixture.Certificates.CaFile });
        var arrivals = new ConcurrentQueue<byte>();
        await using (await ListenAsync(broker, arrivals))
        {
            await SendAsync(broker, 3);
            await ExpectAsync(arrivals, 3);
        }

        await broker.DeleteChannelAsync(_channel, default);
        await using var distrustful = new RedisBroker(new RedisOptions { Url = url });
        await Assert.ThrowsAsync<BrokerTlsException>(async () => await distrustful.ConnectAsync(_channel, new ConnectionOptions(), default));
    }

    [Theory]
    [InlineData("amqp://127.0.0.1")]
    [InlineData("redis://127.0.0.1/orders")]
    public void An_address_that_is_none_is_refused(string url) => Assert.Throws<BrokerSettingException>(() => new RedisBroker(new RedisOptions { Url = new Uri(url) }));

    [Fact]
    public void Options_do_not_print_the_password() =>
        Assert.DoesNotContain("s3cret", new RedisOptions { Url = new Uri("redis://:s3cret@127.0.0.1") }.ToString(), StringComparison.Ordinal);

    private async Task SendAsync(RedisBroker broker, params byte[] numbers)
    {
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        foreach (var number in numbers) await connection.SendAsync(new[] { number }, default);
    }

    private static async Task ExpectToldAsync(UnreadableMessages events, RedisValue id)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        while (!events.Said.Any(said => said.Contains(id.ToString(), StringComparison.Ordinal))) await Task.Delay(10, timeout.Token);
    }

    private ValueTask<IAsyncDisposable> ListenAsync(RedisBroker broker, ConcurrentQueue<byte> arrivals) => broker.ListenAsync(
        _channel, new ListenOptions(),
        (message, _, _) =>
        {
            arrivals.Enqueue(message.FirstSpan[0]);
            return ValueTask.CompletedTask;
        },
        default);

    private static async Task ExpectAsync(ConcurrentQueue<byte> arrivals, params byte[] numbers)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        while (!numbers.All(arrivals.Contains)) await Task.Delay(10, timeout.Token);
    }

    // What is left of a listener that was killed: its name in the group, with messages that it had been given.
    private async Task ReadAsDeadListenerAsync(int count)
    {
        await using var link = await fixture.LookAsync();
        var database = link.GetDatabase();
        try
        {
            await database.StreamCreateConsumerGroupAsync(Stream, RedisEndpoint.Group, GroupReader.Beginning, createStream: true);
        }
        catch (RedisServerException error) when (error.Message.StartsWith("BUSYGROUP", StringComparison.Ordinal))
        {
            // A listener made it.
        }

        var read = await database.StreamReadGroupAsync(Stream, RedisEndpoint.Group, "dead", ">", count);
        Assert.Equal(count, read.Length);
    }
}
