using Genie.Brokers.Drivers;

namespace Genie.Brokers.ActiveMQ.Tests;

public sealed class ActiveMQOptionsTests
{
    [Fact]
    public void Are_bound_from_variables_and_from_the_command_line()
    {
        var options = BrokerOptionsBinder.Bind<ActiveMQOptions>(
            "activemq",
            new Dictionary<string, string> { ["heart-beat"] = "5s", ["max-message-bytes"] = "1MiB" },
            name => name switch
            {
                "GENIE_ACTIVEMQ_URL" => "stomp+ssl://u:p@host",
                "GENIE_ACTIVEMQ_OPEN_WIRE_URL" => "tcp://host:1",
                _ => null,
            });
        Assert.Equal((61612, true, 1, TimeSpan.FromSeconds(5), 1 << 20), (options.Address.Port, options.Address.Tls, options.OpenWireAddress.Port, options.HeartBeat, options.MaxMessageBytes));
        Assert.Equal(("u", "p"), options.CredentialsFor(options.Address));
        Assert.Equal(("x", "y"), (options with { User = "x", Password = "y" }).CredentialsFor(options.Address));
    }

    [Fact]
    public void Never_print_a_secret() =>
        Assert.DoesNotContain("secret", new ActiveMQOptions { Url = new Uri("stomp://u:secret@h"), Password = "secret" }.ToString(), StringComparison.Ordinal);

    [Fact]
    public void Each_driver_has_its_name_and_card()
    {
        Assert.All(ActiveMQDrivers.All, driver => Assert.Equal(("activemq", typeof(ActiveMQOptions)), (driver.Broker, driver.OptionsType)));
        Assert.Contains(ActiveMQDrivers.All, driver => driver.Client == "wire");
        Assert.All(ActiveMQDrivers.All, driver => Assert.NotEmpty(driver.Guarantees.Confirmation));
    }

    [Theory]
    [InlineData("")]
    [InlineData("a,b")]
    [InlineData("a.>")]
    [InlineData("a?consumer.exclusive=true")]
    [InlineData("a\n\n\0")]
    public async Task A_channel_that_would_be_something_else_to_a_server_is_refused(string channel)
    {
        foreach (var driver in ActiveMQDrivers.All)
        {
            await using var broker = driver.Create(new ActiveMQOptions());
            await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync(channel, new ConnectionOptions(), default));
        }
    }

    [Theory]
    [InlineData("ID:host-39871-1764350000000-0:1", "ActiveMQ 5.17.2")]
    [InlineData("c7a1e1f0-cc5f-11f0-9a4e-0242ac110002", "ActiveMQ Artemis (OpenWire by ActiveMQ 5.17.2)")]
    [InlineData(null, "ActiveMQ 5.17.2")]
    public void A_server_of_OpenWire_is_named_by_the_id_that_it_gives(string? brokerId, string name) =>
        Assert.Equal(name, OpenWireServer.Describe("ActiveMQ", "5.17.2", brokerId));
}
