using Genie.Brokers.Pulsar.Tests.Servers;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>Topics that were made with partitions: between all pairs of clients.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class PartitionedTopicTests(PulsarServers servers)
{
    private const int Messages = 6;

    public static TheoryData<string> AllClients => [.. PulsarDrivers.All.Select(driver => driver.Client)];

    public static TheoryData<string, string, int> Pairs
    {
        get
        {
            var pairs = new TheoryData<string, string, int>();
            foreach (var sender in PulsarDrivers.All)
            {
                foreach (var listener in PulsarDrivers.All)
                {
                    pairs.Add(sender.Client, listener.Client, 1);
                    pairs.Add(sender.Client, listener.Client, 3);
                }
            }

            return pairs;
        }
    }

    [SkippableTheory]
    [MemberData(nameof(Pairs))]
    public async Task Messages_and_requests_reach_the_listener_and_no_plain_topic_appears(string sender, string listener, int partitions)
    {
        var (options, admin) = await ServerAsync();
        using var disposed = admin;
        var channel = Clients.NewChannel();
        await admin.CreateAsync(channel, partitions);
        await using var receiving = Clients.Create(options, listener);
        await using var sending = Clients.Create(options, sender);
        await using var numbers = await NumberListener.StartAsync(receiving, channel);
        for (var connections = 0; connections < Messages; connections++)
        {
            await using var connection = await sending.ConnectAsync(channel, Clients.LongTimeout, default);
            await Clients.SendAsync(connection, connections, 1);
        }

        await numbers.ExpectAsync(Messages);
        await using var asking = await sending.ConnectAsync(channel, Clients.LongTimeout, default);
        (await asking.RequestAsync(BitConverter.GetBytes(Messages), default)).Dispose();
        Assert.Equal(Enumerable.Range(0, Messages + 1), numbers.Seen.Order());
        Assert.Equal(Enumerable.Range(0, partitions).Select(partition => $"{channel}-partition-{partition}"), await admin.TopicsOfAsync(channel));
    }

    [SkippableTheory]
    [MemberData(nameof(AllClients))]
    public async Task What_one_connection_sends_stays_in_order(string client)
    {
        var (options, admin) = await ServerAsync();
        using var disposed = admin;
        var channel = Clients.NewChannel();
        await admin.CreateAsync(channel, 3);
        await using var broker = Clients.Create(options, client);
        await using var numbers = await NumberListener.StartAsync(broker, channel);
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
        await Clients.SendAsync(connection, 0, 500);
        await numbers.ExpectAsync(500);
        Assert.Equal(Enumerable.Range(0, 500), numbers.Seen);
    }

    [SkippableTheory]
    [MemberData(nameof(AllClients))]
    public async Task Partitions_that_are_added_are_listened_to(string client)
    {
        var (options, admin) = await ServerAsync();
        using var disposed = admin;
        var channel = Clients.NewChannel();
        await admin.CreateAsync(channel, 1);
        await using var broker = Clients.Create(options with { PartitionsUpdateInterval = TimeSpan.FromMilliseconds(50) }, client);
        await using var numbers = await NumberListener.StartAsync(broker, channel);
        await admin.ExtendAsync(channel, 3);
        for (var deadline = DateTime.UtcNow + Clients.SafetyNet; !(await admin.SubscriptionsOfAsync($"{channel}-partition-2")).Contains(new ListenOptions().Group); await Task.Delay(20))
            Assert.True(DateTime.UtcNow < deadline, "nobody subscribed to the third partition");
        var named = Enumerable.Range(0, 12).Select(number => $"producer-{number}").ToArray();
        foreach (var name in named)
        {
            await using var sending = Clients.Create(options with { ProducerName = name });
            await using var connection = await sending.ConnectAsync(channel, Clients.LongTimeout, default);
            await Clients.SendAsync(connection, Array.IndexOf(named, name), 1);
        }

        Assert.Equal(3, named.Select(name => new PulsarPartitionChoice(name).Of(channel, 3)).Distinct().Count());
        await numbers.ExpectAsync(named.Length);
    }

    [SkippableTheory]
    [MemberData(nameof(AllClients))]
    public async Task A_broadcast_reaches_each_listener_on_every_partition(string client)
    {
        var (options, admin) = await ServerAsync();
        using var disposed = admin;
        var channel = Clients.NewChannel();
        await admin.CreateAsync($"{channel}.broadcast", 3);
        await using var broker = Clients.Create(options, client);
        var toAll = new ListenOptions { Delivery = Delivery.Broadcast };
        await using var first = await NumberListener.StartAsync(broker, channel, toAll);
        await using var second = await NumberListener.StartAsync(broker, channel, toAll);
        for (var connections = 0; connections < Messages; connections++)
        {
            await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout with { Delivery = Delivery.Broadcast }, default);
            await Clients.SendAsync(connection, connections, 1);
        }

        await first.ExpectAsync(Messages);
        await second.ExpectAsync(Messages);
    }

    [SkippableTheory]
    [MemberData(nameof(AllClients))]
    public async Task Deleting_the_channel_removes_what_every_partition_holds(string client)
    {
        var (options, admin) = await ServerAsync();
        using var disposed = admin;
        var channel = Clients.NewChannel();
        await admin.CreateAsync(channel, 3);
        await using var broker = Clients.Create(options, client);
        await using (await NumberListener.StartAsync(broker, channel))
        {
            for (var i = 0; i < 3; i++) Assert.Single(await admin.SubscriptionsOfAsync($"{channel}-partition-{i}"));
        }

        await broker.DeleteChannelAsync(channel, default);
        for (var i = 0; i < 3; i++) Assert.Empty(await admin.SubscriptionsOfAsync($"{channel}-partition-{i}"));
    }

    [Theory]
    [MemberData(nameof(AllClients))]
    public async Task A_channel_that_would_be_a_partition_of_another_is_refused(string client)
    {
        await using var broker = Clients.Create(new PulsarOptions { Url = new Uri("pulsar://127.0.0.1:1") }, client);
        foreach (var name in new[] { "x-partition-0", "-partition-12", "a-partition-b-partition-007" })
        {
            await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync(name, new ConnectionOptions(), default));
            await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ListenAsync(name, new ListenOptions(), Clients.Echo, default));
            await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.DeleteChannelAsync(name, default));
        }

        Assert.EndsWith("x-partition-0b", PulsarTopic.Of(new PulsarOptions(), "x-partition-0b"), StringComparison.Ordinal);
    }

    private async Task<(PulsarOptions Options, PulsarAdmin Admin)> ServerAsync()
    {
        var server = await servers.PlainAsync();
        Skip.If(server.Options.AdminUrl is null, "only of a server of our own is the HTTP port known");
        return (server.Options, new PulsarAdmin(server.Options.AdminUrl));
    }
}
