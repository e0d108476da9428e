using Genie.Brokers.Drivers;
using Genie.Brokers.Orleans.Official;

namespace Genie.Brokers.Orleans.Tests;

public sealed class OrleansOptionsTests
{
    [Fact]
    public void The_address_has_a_port_of_its_own_and_silos_the_next()
    {
        var endpoint = new OrleansEndpoint(new OrleansOptions { Url = new Uri("orleans://elsewhere") });
        Assert.Equal((5600, 5601), (endpoint.Link.Port, endpoint.SiloPort));
        Assert.Equal(7, new OrleansEndpoint(new OrleansOptions { SiloPort = 7 }).SiloPort);
    }

    [Fact]
    public void A_password_is_refused_rather_than_ignored()
    {
        var error = Assert.Throws<BrokerSettingException>(() => new OrleansEndpoint(new OrleansOptions { Url = new Uri("orleans://ann:secret@elsewhere") }));
        Assert.DoesNotContain("secret", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Settings_are_read_by_name()
    {
        var options = BrokerOptionsBinder.Bind<OrleansOptions>("orleans", new Dictionary<string, string> { ["streams"] = "4", ["probe-timeout"] = "10s", ["silo-port"] = "9" }, _ => null);
        Assert.Equal((4, TimeSpan.FromSeconds(10), 9), (options.Streams, options.ProbeTimeout, options.SiloPort));
    }
}
