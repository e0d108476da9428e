using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Brokers.Hosting.Tests;

/// <summary>The README's order service, whose transport is changed by one line of configuration.</summary>
[Collection(HostingTests.Name)]
public sealed class OrderServiceTests(ServersFixture servers)
{
    [Fact]
    public void The_readme_shows_the_service_that_is_tested() => ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Brokers.Hosting/README.md", also: "OrderService.cs");

    [SkippableTheory]
    [InlineData("inmemory")]
    [InlineData("nats")]
    [InlineData("mqtt")]
    public async Task Orders_are_taken_over_any_system(string system)
    {
        servers.Require(system);
        using var timeout = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        var stop = timeout.Token;
        using var host = OrderService.Build([.. servers.Addresses, $"--Broker:System={system}"]);
        await host.StartAsync(stop);
        var broker = host.Services.GetRequiredService<IBroker>();

        var receipt = await OrderService.OrderAsync(broker, new Order("Ann", 17), stop);

        Assert.Equal(system, broker.Traits.Broker);
        Assert.Equal(new Receipt("Ann", 17, 983), receipt);
        Assert.Equal(new Receipt("Bob", 983, 0), await OrderService.OrderAsync(broker, new Order("Bob", 983), stop));
        var refused = await Assert.ThrowsAsync<RemoteHandlerException>(() => OrderService.OrderAsync(broker, new Order("Cid", 1), stop));
        Assert.Contains("Not 1 apples are left", refused.Message, StringComparison.Ordinal);
        var health = await host.Services.GetRequiredService<HealthCheckService>().CheckHealthAsync(stop);
        Assert.Equal(HealthStatus.Healthy, health.Status);

        await host.StopAsync(stop);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => OrderService.OrderAsync(broker, new Order("Dan", 1), stop));
    }
}
