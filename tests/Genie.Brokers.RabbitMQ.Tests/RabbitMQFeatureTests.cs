using System.Text;
using Genie.Brokers.RabbitMQ.Official;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Tests;

/// <summary>What RabbitMQ has beyond the contract, on a real server.</summary>
[Collection(RabbitMQServerTests.Name)]
public sealed class RabbitMQFeatureTests(RabbitMQServerFixture fixture)
{
    private static readonly byte[] Message = Encoding.UTF8.GetBytes("a message");
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly string _channel = $"feature-{Guid.NewGuid():n}";

    [SkippableFact]
    public async Task A_single_active_consumer_serves_alone_until_it_goes()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options with { SingleActiveConsumer = true });
        var (first, second) = (0, 0);
        var listener = await broker.ListenAsync(_channel, new ListenOptions(), (_, _, _) => Count(ref first), default);
        await using var other = await broker.ListenAsync(_channel, new ListenOptions(), (_, _, _) => Count(ref second), default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        for (var i = 0; i < 50; i++) (await connection.RequestAsync(Message, default)).Dispose();
        Assert.Equal((50, 0), (first, second));
        await listener.DisposeAsync();
        for (var i = 0; i < 50; i++) (await connection.RequestAsync(Message, default)).Dispose();
        Assert.Equal((50, 50), (first, second));
        await broker.DeleteChannelAsync(_channel, default);

        static ValueTask Count(ref int count)
        {
            Interlocked.Increment(ref count);
            return ValueTask.CompletedTask;
        }
    }

    [SkippableTheory]
    [InlineData(1, 1)]
    [InlineData(2, 256)]
    public async Task Requests_whose_callers_have_gone_are_not_handled_whether_they_wait_at_the_server_or_here(int concurrency, int prefetch)
    {
        fixture.Require();
        var (entered, leave, gone) = (0, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), 0);
        await using var broker = new RabbitMQBroker(fixture.Options);
        await using var listener = await broker.ListenAsync(
            _channel, new ListenOptions { Concurrency = concurrency, Prefetch = prefetch },
            async (message, _, _) =>
            {
                if (message.FirstSpan[0] == (byte)'g') Interlocked.Increment(ref gone);
                Interlocked.Increment(ref entered);
                await leave.Task;
            },
            default);
        await using var patient = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = Timeout }, default);
        await using var hasty = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromMilliseconds(100) }, default);
        var waiting = Enumerable.Range(0, concurrency).Select(_ => patient.RequestAsync(Message, default).AsTask()).ToList();
        while (Volatile.Read(ref entered) < concurrency) await Task.Delay(5);
        await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => Assert.ThrowsAsync<RequestTimeoutException>(async () => await hasty.RequestAsync("gone"u8.ToArray(), default))));
        waiting.Add(patient.RequestAsync(Message, default).AsTask());

        // They came a little after they were sent, and expire as much later.
        await Task.Delay(200);
        leave.SetResult();
        foreach (var request in waiting) (await request).Dispose();
        Assert.Equal(0, gone);
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task Where_the_first_server_is_away_a_further_one_is_taken()
    {
        fixture.Require();
        var there = fixture.Options;
        var away = new UriBuilder(there.Url) { Port = Servers.Ports.PickFree() }.Uri;
        await using var broker = new RabbitMQBroker(there with { Url = away, FurtherServers = $"{there.Url.Host}:{there.Url.Port}" });
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        for (var i = 0; i < 10; i++) (await connection.RequestAsync(Message, default)).Dispose();
    }

    [SkippableTheory]
    [InlineData(Confirmation.Accepted)]
    [InlineData(Confirmation.Persisted)]
    public async Task A_confirmed_send_without_a_queue_is_unroutable_and_the_next_one_arrives(Confirmation level)
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = level }, default);
        for (var i = 0; i < 3; i++)
        {
            var error = await Assert.ThrowsAsync<UnroutableException>(() => connection.SendAsync(Message, default).AsTask());
            Assert.Contains(_channel, error.Message, StringComparison.Ordinal);
        }

        var arrived = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await ListenAsync(broker, arrived);
        await connection.SendAsync(Message, default);
        Assert.Equal(Message, await arrived.Task.WaitAsync(Timeout));
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task A_request_without_a_queue_is_unroutable_at_once()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        await Assert.ThrowsAsync<UnroutableException>(async () => (await connection.RequestAsync(Message, default).AsTask().WaitAsync(Timeout)).Dispose());
    }

    [SkippableFact]
    public async Task A_buffered_send_without_a_queue_is_lost_silently_as_its_level_says()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = Confirmation.Buffered }, default);
        await connection.SendAsync(Message, default);
        await connection.FlushAsync(default);
    }

    [SkippableFact]
    public async Task A_message_that_the_queue_refuses_is_an_error()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options);
        await DeclareAsync(new() { ["x-max-length"] = 2, ["x-overflow"] = "reject-publish" });
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        await connection.SendAsync(Message, default);
        await connection.SendAsync(Message, default);
        var error = await Assert.ThrowsAsync<BrokerException>(() => connection.SendAsync(Message, default).AsTask());
        Assert.Contains("basic.nack", error.Message, StringComparison.Ordinal);
        Assert.True(error.IsTransient);
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task A_queue_of_the_other_durability_is_a_setting_to_be_changed()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options);
        await using (await ListenAsync(broker, new TaskCompletionSource<byte[]>()))
        {
            await using var transient = new RabbitMQBroker(fixture.Options with { Durable = false });
            Assert.Equal([Confirmation.Accepted, Confirmation.Buffered], transient.Traits.Confirmations);
            var error = await Assert.ThrowsAsync<BrokerSettingException>(() => ListenAsync(transient, new TaskCompletionSource<byte[]>()));
            Assert.Contains("rabbitmq.durable", error.Message, StringComparison.Ordinal);
            await Assert.ThrowsAsync<ConfirmationNotSupportedException>(
                async () => await transient.ConnectAsync(_channel, new ConnectionOptions { Confirmation = Confirmation.Persisted }, default));
        }

        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task A_transient_queue_carries_messages()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options with { Durable = false });
        var arrived = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await ListenAsync(broker, arrived);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        await connection.SendAsync(Message, default);
        Assert.Equal(Message, await arrived.Task.WaitAsync(Timeout));
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task A_message_whose_handler_failed_is_given_up_and_those_around_it_are_acknowledged()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options);
        var handled = 0;
        await using (await broker.ListenAsync(
            _channel, new ListenOptions { Redelivery = new RedeliveryPolicy { DeliveriesMax = 1 } },
            (_, _, _) => ++handled % 3 == 0 ? throw new InvalidOperationException("no") : ValueTask.CompletedTask, default))
        {
            await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
            for (var i = 0; i < 100; i++) await connection.SendAsync(Message, default);
        }

        Assert.Equal(100, handled);
        Assert.Equal(0u, await CountAsync());
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task Few_messages_are_acknowledged_without_waiting_for_many()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options with { AcknowledgeEvery = 1000 });
        var handled = new SemaphoreSlim(0);
        await using var listener = await broker.ListenAsync(
            _channel, new ListenOptions { Prefetch = 8 },
            (_, _, _) =>
            {
                handled.Release();
                return ValueTask.CompletedTask;
            },
            default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);

        // More than the prefetch: were they never acknowledged, the server would stop delivering.
        for (var i = 0; i < 50; i++)
        {
            await connection.SendAsync(Message, default);
            Assert.True(await handled.WaitAsync(Timeout));
        }

        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task A_listener_outlives_the_removal_of_its_queue()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options);
        var arrived = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await ListenAsync(broker, arrived);
        await broker.DeleteChannelAsync(_channel, default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        using var timeout = new CancellationTokenSource(Timeout);
        while (!timeout.IsCancellationRequested)
        {
            try
            {
                await connection.SendAsync(Message, timeout.Token);
                break;
            }
            catch (UnroutableException)
            {
                await Task.Delay(20, timeout.Token);
            }
        }

        Assert.Equal(Message, await arrived.Task.WaitAsync(Timeout));
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableFact]
    public async Task The_server_tells_its_product_and_version()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options);
        Assert.Equal("", broker.Traits.Server);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        Assert.Matches(@"^RabbitMQ \d+\.\d+\.\d+", broker.Traits.Server);
        Assert.Matches(@"^RabbitMQ\.Client 7\.\d+\.\d+$", broker.Traits.ClientVersion);
    }

    [SkippableFact]
    public async Task An_unknown_virtual_host_is_a_setting_to_be_changed()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options with { Url = new Uri(fixture.Server.Url, "no-such-host") });
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync(_channel, new ConnectionOptions(), default));
        Assert.Contains("virtual host", error.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task Another_user_with_signs_in_the_password_gets_in()
    {
        fixture.RequireOwn();
        var url = new Uri($"amqp://{RabbitMQServerFixture.User}:{Uri.EscapeDataString(RabbitMQServerFixture.Password)}@127.0.0.1:{fixture.Server.Url.Port}/%2F");
        await using var broker = new RabbitMQBroker(new RabbitMQOptions { Url = url });
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        await connection.FlushAsync(default);
    }

    [SkippableFact]
    public async Task Messages_travel_under_TLS_where_the_authority_is_named()
    {
        fixture.RequireOwn();
        await using var broker = new RabbitMQBroker(new RabbitMQOptions { Url = new Uri($"amqps://localhost:{fixture.TlsPort}"), TlsCaFile = fixture.Certificates.CaFile });
        var arrived = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await ListenAsync(broker, arrived);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        await connection.SendAsync(Message, default);
        Assert.Equal(Message, await arrived.Task.WaitAsync(Timeout));
        await broker.DeleteChannelAsync(_channel, default);
    }

    [SkippableTheory]
    [InlineData("localhost", "")]
    [InlineData("localhost", "another.example")]
    public async Task A_certificate_that_is_not_trusted_or_of_another_name_ends_the_attempt(string host, string serverName)
    {
        fixture.RequireOwn();
        var options = new RabbitMQOptions
        {
            Url = new Uri($"amqps://{host}:{fixture.TlsPort}"),
            TlsCaFile = serverName.Length > 0 ? fixture.Certificates.CaFile : "",
            TlsServerName = serverName,
        };
        await using var broker = new RabbitMQBroker(options);
        var error = await Assert.ThrowsAsync<BrokerTlsException>(async () => await broker.ConnectAsync(_channel, new ConnectionOptions(), default));
        Assert.False(error.IsTransient);
    }

    [SkippableFact]
    public async Task An_answer_beyond_the_limit_is_an_error_for_its_requester_alone()
    {
        fixture.Require();
        await using var broker = new RabbitMQBroker(fixture.Options with { MaxMessageBytes = 1000 });
        await using var listener = await broker.ListenAsync(
            _channel, new ListenOptions(),
            (message, reply, _) =>
            {
                reply.Advance(reply.GetSpan(message.First.Span[0] * 100)[..(message.First.Span[0] * 100)].Length);
                return ValueTask.CompletedTask;
            },
            default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        var error = await Assert.ThrowsAsync<RemoteHandlerException>(async () => (await connection.RequestAsync(new byte[] { 11 }, default)).Dispose());
        Assert.Contains(nameof(PayloadTooLargeException), error.Message, StringComparison.Ordinal);
        using (var reply = await connection.RequestAsync(new byte[] { 9 }, default)) Assert.Equal(900, reply.Payload.Length);
        await broker.DeleteChannelAsync(_channel, default);
    }

    private async Task<IAsyncDisposable> ListenAsync(RabbitMQBroker broker, TaskCompletionSource<byte[]> arrived) => await broker.ListenAsync(
        _channel, new ListenOptions(),
        (message, _, _) =>
        {
            arrived.TrySetResult(System.Buffers.BuffersExtensions.ToArray(message));
            return ValueTask.CompletedTask;
        },
        default);

    private async Task DeclareAsync(Dictionary<string, object?> arguments)
    {
        await using var connection = await new ConnectionFactory { Uri = fixture.Server.Url }.CreateConnectionAsync();
        await using var channel = await connection.CreateChannelAsync();
        await channel.QueueDeclareAsync($"genie.{_channel}", durable: true, exclusive: false, autoDelete: false, arguments);
    }

    private async Task<uint> CountAsync()
    {
        await using var connection = await new ConnectionFactory { Uri = fixture.Server.Url }.CreateConnectionAsync();
        await using var channel = await connection.CreateChannelAsync();
        return await channel.MessageCountAsync($"genie.{_channel}");
    }
}
