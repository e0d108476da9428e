using Genie.Brokers.Hosting.Health;
using Genie.Brokers.Hosting.Logging;
using Genie.Brokers.Hosting.Tests.Logging;
using Genie.Brokers.Nats;
using Genie.Servers;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;

namespace Genie.Brokers.Hosting.Tests.Health;

/// <summary>A broker's health, with a server that is killed, restarted, and refuses.</summary>
[Collection(HostingTests.Name)]
public sealed class HealthTests
{
    private const string Guarded = """authorization { user: "genie", password: "right" }""";

    [Fact]
    public async Task In_memory_is_healthy()
    {
        using var host = TestHost.Build(options => options.System = "inmemory");
        await host.StartAsync();
        var entry = await LookAsync(host);
        Assert.Equal(HealthStatus.Healthy, entry.Status);
        Assert.Equal("inmemory", entry.Data["system"]);
        await host.StopAsync();
    }

    [SkippableFact]
    public async Task It_is_degraded_while_the_server_is_away_and_healthy_when_all_links_are_restored()
    {
        ServersFixture.RequireOwnNats();
        var log = new LogKeeper();
        await using var server = await StartAsync("");
        using var host = Build(server, new NatsOptions(), log);
        await host.StartAsync();
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync(TestHost.Channel, new ConnectionOptions(), CancellationToken.None);
        Assert.Equal(HealthStatus.Healthy, (await LookAsync(host)).Status);

        await server.Process.KillAsync();
        await TestHost.WaitUntilAsync(() => log.Events.Count(each => each.Id == BrokerEventId.LinkLost) >= 2 && log.Has(BrokerEventId.LinkReconnecting), log.ToString);
        var away = await LookAsync(host);
        Assert.Equal(HealthStatus.Degraded, away.Status);
        Assert.True((int)away.Data["links_away"] >= 2, away.Description);

        await server.CrashAndRestartAsync(TimeSpan.Zero);
        await WaitForAsync(host, HealthStatus.Healthy);
        Assert.True(log.Has(BrokerEventId.LinkRestored), log.ToString());
        await host.StopAsync();
    }

    [Fact]
    public async Task After_the_time_given_what_stays_degraded_is_unhealthy()
    {
        var port = Ports.PickFree();
        using var host = TestHost.Build(
            options => options.DriverOptions = new NatsOptions { Url = new Uri($"nats://127.0.0.1:{port}") }, health: new BrokerHealthOptions { UnhealthyAfter = TimeSpan.FromMilliseconds(1) });
        await host.StartAsync();
        Assert.Equal(HealthStatus.Degraded, (await LookAsync(host)).Status);
        await WaitForAsync(host, HealthStatus.Unhealthy);
        await host.StopAsync();
    }

    [SkippableFact]
    public async Task Refused_credentials_are_unhealthy_for_who_comes_new()
    {
        ServersFixture.RequireOwnNats();
        var log = new LogKeeper();
        await using var server = await StartAsync(Guarded);
        using var host = Build(server, new NatsOptions { User = "genie", Password = "wrong" }, log);
        await host.StartAsync();
        Assert.True(log.Has(BrokerEventId.ListeningRefused), log.ToString());
        var entry = await LookAsync(host);
        Assert.Equal(HealthStatus.Unhealthy, entry.Status);
        Assert.IsType<BrokerAuthenticationException>(entry.Exception);
        Assert.Contains("refused", entry.Description, StringComparison.Ordinal);
        await host.StopAsync();
    }

    [SkippableFact]
    public async Task Credentials_that_are_refused_after_a_restart_are_unhealthy_and_told_and_healthy_when_they_are_right_again()
    {
        ServersFixture.RequireOwnNats();
        var log = new LogKeeper();
        await using var server = await StartAsync(Guarded);
        using var host = Build(server, new NatsOptions { User = "genie", Password = "right" }, log);
        await host.StartAsync();
        Assert.Equal(HealthStatus.Healthy, (await LookAsync(host)).Status);

        var configuration = Path.Combine(server.Process.Folder, "nats.conf");
        await File.WriteAllTextAsync(configuration, Guarded.Replace("right", "other", StringComparison.Ordinal));
        await server.CrashAndRestartAsync(TimeSpan.Zero);
        await TestHost.WaitUntilAsync(() => log.Has(BrokerEventId.LinkRefused), log.ToString);
        Assert.Equal(HealthStatus.Unhealthy, (await LookAsync(host)).Status);

        await File.WriteAllTextAsync(configuration, Guarded);
        await server.CrashAndRestartAsync(TimeSpan.Zero);
        await WaitForAsync(host, HealthStatus.Healthy);
        await host.StopAsync();
    }

    private static Task<OwnServer> StartAsync(string configuration) =>
        OwnServer.StartAsync("test-hosting", (folder, port) => NatsServer.StartAsync(folder, port, configuration, CancellationToken.None));

    private static IHost Build(OwnServer server, NatsOptions options, LogKeeper log) => TestHost.Build(
        broker => broker.DriverOptions = options with
        {
            Url = new Uri($"nats://127.0.0.1:{server.Process.Port}"),
            ReconnectMaxDelay = TimeSpan.FromMilliseconds(100),
            ReconnectRefusedDelay = TimeSpan.FromMilliseconds(100),
        },
        broker => broker.AddListener<Echo>(TestHost.Channel), log, new BrokerHealthOptions { UnhealthyAfter = TimeSpan.FromHours(1), Timeout = TimeSpan.FromSeconds(30) });

    private static async Task<HealthReportEntry> LookAsync(IHost host) =>
        Assert.Single((await host.Services.GetRequiredService<HealthCheckService>().CheckHealthAsync()).Entries).Value;

    private static async Task WaitForAsync(IHost host, HealthStatus status)
    {
        var entry = await LookAsync(host);
        for (var since = DateTime.UtcNow; entry.Status != status; entry = await LookAsync(host))
        {
            Assert.True(DateTime.UtcNow - since < TestHost.WaitMax, $"{entry.Status}, not {status}: {entry.Description}");
            await Task.Delay(20);
        }
    }
}
