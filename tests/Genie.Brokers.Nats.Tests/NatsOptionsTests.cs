using Genie.Brokers.Drivers;

namespace Genie.Brokers.Nats.Tests;

public sealed class NatsOptionsTests
{
    [Fact]
    public void Are_bound_from_variables_and_from_the_command_line()
    {
        var options = BrokerOptionsBinder.Bind<NatsOptions>(
            "nats",
            new Dictionary<string, string> { ["ping-interval"] = "5s", ["tls-ca-file"] = "ca.pem" },
            name => name == "GENIE_NATS_URL" ? "nats://u:p@host:1" : null);
        Assert.Equal((new Uri("nats://u:p@host:1"), TimeSpan.FromSeconds(5), "ca.pem"), (options.Url, options.PingInterval, options.TlsCaFile));
    }

    [Fact]
    public void Never_print_a_secret() =>
        Assert.DoesNotContain("secret", new NatsOptions { Url = new Uri("nats://secret@h"), Password = "secret", Token = "secret" }.ToString(), StringComparison.Ordinal);

    [Fact]
    public void Each_driver_has_its_name_and_card()
    {
        Assert.All(NatsDrivers.All, driver => Assert.Equal(("nats", typeof(NatsOptions)), (driver.Broker, driver.OptionsType)));
        Assert.Contains(NatsDrivers.All, driver => driver.Client == "wire");
        Assert.All(NatsDrivers.All, driver => Assert.NotEmpty(driver.Guarantees.Confirmation));
    }
}
