using Genie.Brokers.InMemory;
using Genie.Brokers.Nats;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Genie.Brokers.Hosting.Tests.Configuration;

/// <summary>What is wrong in a configuration ends the start of the host, and is named with what was probably meant.</summary>
public sealed class OptionsTests
{
    [Theory]
    [InlineData("System=natz", "no driver is registered for 'natz'. Did you mean 'nats'?")]
    [InlineData("System=", "needs its System, one of: nats, none, inmemory")]
    [InlineData("System=nats Client=offical", "nats has no client 'offical'. Did you mean 'official'?")]
    [InlineData("System=nats Settings:nats:ping-intervall=3s", "no setting 'ping-intervall'. Did you mean 'ping-interval'?")]
    [InlineData("System=nats Settings:nats:PingInterval=soon", "nats.ping-interval: cannot read 'soon' as a duration")]
    [InlineData("System=nats Settings:natz:url=nats://127.0.0.1:4222", "'natz'. Did you mean 'nats'?")]
    [InlineData("System=nats Settings:nats:tls:ca=x", "Broker:Settings:nats:tls: a setting is one value.")]
    [InlineData("Sistem=nats", "Broker:Sistem: there is no such option. Did you mean 'System'?")]
    [InlineData("System=nats TraceContext=perhaps", "Broker:TraceContext: cannot read 'perhaps' as true or false.")]
    [InlineData("System=nats Settings:nats:link-changed=x", "no setting 'link-changed'")]
    [InlineData("System=nats Settings:nats:Url=nats://user:hunter2#x@127.0.0.1:4222", "nats.url: cannot read the value as a URL")]
    public async Task A_mistake_ends_the_start_and_is_named(string section, string expected)
    {
        using var host = Build(section);
        var error = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", $"{error}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_setting_that_the_driver_refuses_when_a_listener_is_opened_ends_the_start()
    {
        using var host = TestHost.Build(options => options.DriverOptions = new NatsOptions { Url = new Uri("http://127.0.0.1:4222") }, broker => broker.AddListener<Echo>(TestHost.Channel));
        var error = await Assert.ThrowsAsync<BrokerSettingException>(() => host.StartAsync());
        Assert.Contains("nats://", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_driver_at_all_is_told()
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddGenieBroker(options => options.System = "nats");
        using var host = builder.Build();
        var error = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
        Assert.Contains("AddDrivers(NatsDrivers.All)", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("System=inmemory Settings:inmemory:max-payload-bytes=2048")]
    [InlineData("System=INMEMORY Settings:InMemory:MaxPayloadBytes=2KiB")]
    public async Task Settings_are_named_as_on_the_command_line_or_as_in_the_options(string section)
    {
        using var host = Build(section);
        await host.StartAsync();
        Assert.Equal(2048, host.Services.GetRequiredService<IBroker>().Traits.MaxPayloadBytes);
        await host.StopAsync();
    }

    [Theory]
    [InlineData("System=nats Client=official", "official")]
    [InlineData("System=nats", "wire")]
    public void A_client_is_chosen_by_its_name_and_the_first_without_one(string section, string client)
    {
        using var host = Build(section);
        Assert.Equal(client, host.Services.GetRequiredService<IBroker>().Traits.Client);
    }

    [Fact]
    public async Task Brokers_of_several_names_are_keyed_services_each_one_object()
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddGenieBroker(options => options.System = "inmemory").AddDrivers(InMemoryDrivers.All).AddDrivers(NatsDrivers.All);
        builder.Services.AddGenieBroker("audit", options => options.DriverOptions = new InMemoryOptions { MaxPayloadBytes = 77 });
        builder.Services.AddGenieBroker("far", options => options.DriverOptions = new NatsOptions());
        using var host = builder.Build();
        await host.StartAsync();

        var (plain, audit, far) = (host.Services.GetRequiredService<IBroker>(), host.Services.GetRequiredKeyedService<IBroker>("audit"), host.Services.GetRequiredKeyedService<IBroker>("far"));
        Assert.Equal(["inmemory", "inmemory", "nats"], [plain.Traits.Broker, audit.Traits.Broker, far.Traits.Broker]);
        Assert.Equal(77, audit.Traits.MaxPayloadBytes);
        Assert.NotSame(plain, audit);
        Assert.Same(audit, host.Services.GetRequiredKeyedService<IBroker>("audit"));
        Assert.Same(plain, host.Services.GetRequiredService<IBroker>());

        await host.StopAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await audit.ConnectAsync("closed", new ConnectionOptions(), CancellationToken.None));
    }

    [Fact]
    public async Task Options_records_of_no_registered_driver_are_told()
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddGenieBroker(options => options.DriverOptions = new NatsOptions()).AddDrivers(InMemoryDrivers.All);
        using var host = builder.Build();
        var error = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
        Assert.Contains("no driver is registered that has NatsOptions", error.Message, StringComparison.Ordinal);
    }

    private static IHost Build(string section)
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Configuration.AddInMemoryCollection(section.Split(' ').Select(each => each.Split('=', 2)).ToDictionary(each => $"Broker:{each[0]}", each => (string?)each[1]));
        builder.Services.AddGenieBroker(builder.Configuration.GetSection("Broker")).AddDrivers(NatsDrivers.All).AddDrivers(InMemoryDrivers.All);
        return builder.Build();
    }
}
