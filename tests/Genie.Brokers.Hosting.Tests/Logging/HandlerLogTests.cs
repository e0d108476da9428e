using System.Buffers;
using Genie.Brokers.Hosting.Listening;
using Genie.Brokers.Hosting.Logging;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Brokers.Hosting.Tests.Logging;

/// <summary>What becomes of a message whose handler threw stands in the log.</summary>
[Collection(HostingTests.Name)]
public sealed class HandlerLogTests(ServersFixture servers)
{
    [Fact]
    public async Task A_failure_that_is_answered_and_one_that_is_given_up_have_events_of_their_own()
    {
        var log = new LogKeeper();
        using var host = Build("inmemory", log);
        await host.StartAsync();
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync(TestHost.Channel, new ConnectionOptions(), CancellationToken.None);
        await Assert.ThrowsAsync<RemoteHandlerException>(async () => await connection.RequestAsync(new byte[1], CancellationToken.None));
        await connection.SendAsync(new byte[1], CancellationToken.None);
        await TestHost.WaitUntilAsync(() => log.Has(BrokerEventId.GivenUp), log.ToString);

        Assert.Contains(log.Events, each => each is { Id: BrokerEventId.HandlerFailed, Level: LogLevel.Error } && each.Text.Contains(TestHost.Channel, StringComparison.Ordinal));
        Assert.Contains(log.Events, each => each is { Id: BrokerEventId.Connected, Level: LogLevel.Information } && each.Text.StartsWith("inmemory: ", StringComparison.Ordinal));
        Assert.Contains(log.Events, each => each.Id == BrokerEventId.Listening);
        await host.StopAsync();
    }

    [Fact]
    public async Task A_logger_that_throws_changes_nothing()
    {
        var log = new LogKeeper { Throws = true };
        using var host = Build("inmemory", log);
        await host.StartAsync();
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync(TestHost.Channel, new ConnectionOptions(), CancellationToken.None);
        for (var i = 0; i < 3; i++) await Assert.ThrowsAsync<RemoteHandlerException>(async () => await connection.RequestAsync(new byte[1], CancellationToken.None));
        await connection.SendAsync(new byte[1], CancellationToken.None);
        await TestHost.WaitUntilAsync(() => log.Has(BrokerEventId.GivenUp), log.ToString);

        Assert.Equal(3, log.Events.Count(each => each.Id == BrokerEventId.HandlerFailed));
        await host.StopAsync();
    }

    [SkippableFact]
    public async Task A_message_that_comes_again_is_told_with_its_delivery()
    {
        servers.Require("mqtt");
        var log = new LogKeeper();
        using var host = Build("mqtt", log);
        await host.StartAsync();
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync(TestHost.Channel, new ConnectionOptions { Confirmation = Confirmation.Accepted }, CancellationToken.None);
        await connection.SendAsync(new byte[1], CancellationToken.None);
        await TestHost.WaitUntilAsync(() => log.Has(BrokerEventId.GivenUp), log.ToString);

        Assert.Contains(log.Events, each => each is { Id: BrokerEventId.Redelivered, Level: LogLevel.Warning } && each.Text.Contains("at delivery 1;", StringComparison.Ordinal));
        Assert.Contains(log.Events, each => each.Id == BrokerEventId.GivenUp && each.Text.Contains("at delivery 2;", StringComparison.Ordinal));
        await host.StopAsync();
    }

    private IHost Build(string system, LogKeeper log) => TestHost.Build(
        options =>
        {
            options.System = system;
            if (servers.MqttUrl is { } url) options.Settings["mqtt"] = new Dictionary<string, string> { ["url"] = url };
        },
        broker => broker.AddListener<Failing>(TestHost.Channel, new ListenOptions { Redelivery = new RedeliveryPolicy { DeliveriesMax = 2 } }), log);

    private sealed class Failing : IMessageHandler
    {
        public ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken) => throw new InvalidOperationException("as asked");
    }
}
