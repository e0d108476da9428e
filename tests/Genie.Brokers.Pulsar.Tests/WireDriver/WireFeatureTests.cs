using Genie.Brokers.Pulsar.Tests.Servers;
using Genie.Testing;

namespace Genie.Brokers.Pulsar.Tests.WireDriver;

/// <summary>What the suite does not ask.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class WireFeatureTests(PulsarServers servers)
{
    [SkippableFact]
    public async Task The_server_and_its_settings_are_named()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options);
        await using var connection = await broker.ConnectAsync(Clients.NewChannel(), Clients.LongTimeout, default);
        Assert.StartsWith("Pulsar ", broker.Traits.Server, StringComparison.Ordinal);
        Skip.If(server.Process is null, "only of a server of our own is the HTTP port known");
        Assert.Contains("managedLedgerNewEntriesCheckDelayInMillis=0", broker.Traits.Remarks, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_setting_that_cannot_be_learned_is_said_to_be_unknown()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options with { AdminUrl = new Uri("http://127.0.0.1:1") });
        await using var connection = await broker.ConnectAsync(Clients.NewChannel(), Clients.LongTimeout, default);
        Assert.Contains("managedLedgerNewEntriesCheckDelayInMillis not known", broker.Traits.Remarks, StringComparison.Ordinal);
    }

    [SkippableTheory]
    [InlineData(0, 1000)]
    [InlineData(4, 1000)]
    [InlineData(4, 1)]
    [InlineData(1, 7)]
    public async Task Order_is_kept_however_batches_form(int batchAfter, int batchMessagesMax)
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options with { BatchAfter = batchAfter, BatchMessagesMax = batchMessagesMax });
        var channel = Clients.NewChannel();
        await using var numbers = await NumberListener.StartAsync(broker, channel);
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
        await Clients.SendAsync(connection, 0, 2000);
        await numbers.ExpectAsync(2000);
        Assert.Equal(Enumerable.Range(0, 2000), numbers.Seen);
    }

    [SkippableFact]
    public async Task Non_persistent_topics_carry_requests_and_messages()
    {
        var server = await servers.PlainAsync();
        var options = server.Options with { Persistent = false };
        await Clients.ExpectRoundTripAsync(options);
        await using var broker = Clients.Create(options);
        var channel = Clients.NewChannel();
        await using var numbers = await NumberListener.StartAsync(broker, channel, new ListenOptions { Prefetch = 1000 });
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout with { MaxInFlight = 16 }, default);
        await Clients.SendAsync(connection, 0, 200);
        await numbers.ExpectAsync(200);
        await Assert.ThrowsAsync<ConfirmationNotSupportedException>(async () =>
            await broker.ConnectAsync(channel, new ConnectionOptions { Confirmation = Confirmation.Persisted }, default));
    }

    [SkippableFact]
    public async Task An_exclusive_subscription_refuses_a_second_listener()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options with { SubscriptionType = PulsarSubscriptionType.Exclusive });
        var channel = Clients.NewChannel();
        await using (await NumberListener.StartAsync(broker, channel))
        {
            var error = await Assert.ThrowsAnyAsync<BrokerException>(async () => await NumberListener.StartAsync(broker, channel));
            Assert.True(error.IsTransient);
        }

        await (await NumberListener.StartAsync(broker, channel)).DisposeAsync();
    }

    [SkippableFact]
    public async Task A_failover_subscription_goes_to_the_other_listener_when_the_first_stops()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options with { SubscriptionType = PulsarSubscriptionType.Failover });
        var channel = Clients.NewChannel();
        var first = await NumberListener.StartAsync(broker, channel);
        await using var second = await NumberListener.StartAsync(broker, channel);
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
        await Clients.SendAsync(connection, 0, 100);
        var takers = new[] { first, second };
        while (first.Seen.Count + second.Seen.Count < 100) await Task.Delay(20);
        Assert.Contains(takers, taker => taker.Seen.SequenceEqual(Enumerable.Range(0, 100)));
        await first.DisposeAsync();
        var before = second.Seen.Count;
        await Clients.SendAsync(connection, 100, 100);
        await second.ExpectAsync(before + 100);
    }

    [SkippableFact]
    public async Task Key_shared_listeners_get_whole_connections_in_order()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options with { SubscriptionType = PulsarSubscriptionType.KeyShared });
        var channel = Clients.NewChannel();
        await using var first = await NumberListener.StartAsync(broker, channel);
        await using var second = await NumberListener.StartAsync(broker, channel);
        const int connections = 8;
        const int each = 200;
        await Task.WhenAll(Enumerable.Range(0, connections).Select(async index =>
        {
            await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
            await Clients.SendAsync(connection, index * each, each);
        }));
        while (first.Seen.Count + second.Seen.Count < connections * each) await Task.Delay(20);
        for (var index = 0; index < connections; index++)
        {
            var own = Enumerable.Range(index * each, each).ToArray();
            var takers = new[] { first, second }.Select(listener => listener.Seen.Where(own.Contains).ToArray()).Where(taken => taken.Length > 0).ToArray();
            Assert.Equal(own, Assert.Single(takers));
        }
    }

    [SkippableTheory]
    [InlineData(1)]
    [InlineData(50)]
    public async Task A_message_whose_handler_throws_comes_again_and_the_others_of_its_batch_do_not(int batchMessagesMax)
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options with { BatchAfter = 0, BatchMessagesMax = batchMessagesMax });
        var channel = Clients.NewChannel();
        var options = new ListenOptions { Redelivery = new RedeliveryPolicy { DeliveriesMax = 3 } };
        await using var numbers = await NumberListener.StartAsync(
            broker, channel, options, number => number == 7 ? throw new InvalidOperationException("refused") : Task.CompletedTask);
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
        await Clients.SendAsync(connection, 0, 50);
        await numbers.ExpectAsync(52);
        await Clients.SendAsync(connection, 50, 1);
        await numbers.ExpectAsync(53);
        Assert.Equal(3, numbers.Seen.Count(number => number == 7));
        Assert.Equal(51, numbers.Seen.Distinct().Count());
    }

    [SkippableFact]
    public async Task A_named_producer_goes_on_and_is_the_only_one_of_its_name()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options with { ProducerName = "one", ConnectTimeout = TimeSpan.FromSeconds(2) });
        var channel = Clients.NewChannel();
        await using var numbers = await NumberListener.StartAsync(broker, channel);
        for (var round = 0; round < 2; round++)
        {
            await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
            await Clients.SendAsync(connection, round * 10, 10);
            if (round == 0) await Assert.ThrowsAnyAsync<BrokerException>(async () => await broker.ConnectAsync(channel, Clients.LongTimeout, default));
        }

        await numbers.ExpectAsync(20);
    }

    [SkippableFact]
    public async Task A_flush_says_that_the_broker_has_what_was_buffered()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options);
        var channel = Clients.NewChannel();
        await (await NumberListener.StartAsync(broker, channel)).DisposeAsync();
        var connection = await broker.ConnectAsync(channel, Clients.LongTimeout with { Confirmation = Confirmation.Buffered }, default);
        for (var i = 0; i < 3000; i++) await connection.SendAsync(BitConverter.GetBytes(i), default);
        await connection.FlushAsync(default);
        await connection.DisposeAsync();
        await using var numbers = await NumberListener.StartAsync(broker, channel);
        await numbers.ExpectAsync(3000);
        Assert.Equal(Enumerable.Range(0, 3000), numbers.Seen);
    }

    [SkippableFact]
    public async Task A_server_that_falls_silent_is_given_up_and_found_again()
    {
        var server = await servers.PlainAsync();
        Skip.If(server.Process is null, "only a server of our own may be stopped");
        await using var broker = Clients.Create(server.Options with { KeepAlive = TimeSpan.FromSeconds(1) });
        var channel = Clients.NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
        await Clients.ExpectAnswersAsync(connection);
        await using (await HaltedProcess.HaltAsync(server.Process.ProcessId))
        {
            var error = await Assert.ThrowsAsync<LinkLostException>(async () => await connection.RequestAsync(new byte[1], default));
            Assert.Contains("nothing was received", error.Message, StringComparison.Ordinal);
        }

        await Exchanges.ExpectAnswerInTheEndAsync(connection);
        await Clients.ExpectAnswersAsync(connection);
    }

    [SkippableFact]
    public async Task Deleting_a_channel_that_somebody_listens_on_says_so()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options);
        var channel = Clients.NewChannel();
        await using var numbers = await NumberListener.StartAsync(broker, channel);
        await Assert.ThrowsAsync<ChannelInUseException>(async () => await broker.DeleteChannelAsync(channel, default));
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
        await Clients.SendAsync(connection, 0, 1);
        await numbers.ExpectAsync(1);
    }

    [SkippableFact]
    public async Task Inline_handlers_and_continuations_answer_too()
    {
        var server = await servers.PlainAsync();
        await using var broker = Clients.Create(server.Options);
        var channel = Clients.NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions { InlineHandler = true }, Clients.Echo, default);
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout with { InlineContinuations = true }, default);
        await Clients.ExpectAnswersAsync(connection);
        await Task.WhenAll(Enumerable.Range(0, 500).Select(async number =>
        {
            using var reply = await connection.RequestAsync(BitConverter.GetBytes(number), default);
            Assert.Equal(number, BitConverter.ToInt32(reply.Payload.Span));
        }));
    }
}
