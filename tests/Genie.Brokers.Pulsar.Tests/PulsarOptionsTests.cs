using Genie.Brokers.Drivers;

namespace Genie.Brokers.Pulsar.Tests;

public sealed class PulsarOptionsTests
{
    [Fact]
    public void Are_bound_from_variables_and_from_the_command_line()
    {
        var options = BrokerOptionsBinder.Bind<PulsarOptions>(
            "pulsar",
            new Dictionary<string, string> { ["subscription-type"] = "key-shared", ["batch-bytes-max"] = "64KiB", ["persistent"] = "no" },
            name => name == "GENIE_PULSAR_URL" ? "pulsar+ssl://abc.def@host" : null);
        Assert.Equal((6651, true, "abc.def"), (options.Address.Port, options.UsesTls, options.Credential));
        Assert.Equal((PulsarSubscriptionType.KeyShared, 65_536, false), (options.SubscriptionType, options.BatchBytesMax, options.Persistent));
        Assert.Equal("x", (options with { Token = "x" }).Credential);
    }

    [Fact]
    public void Never_print_a_secret() =>
        Assert.DoesNotContain("secret", new PulsarOptions { Url = new Uri("pulsar://secret@h"), Token = "secret" }.ToString(), StringComparison.Ordinal);

    [Fact]
    public void Each_driver_has_its_name_and_card()
    {
        Assert.Equal("wire", PulsarDrivers.All[0].Client);
        Assert.All(PulsarDrivers.All, driver => Assert.Equal(("pulsar", typeof(PulsarOptions)), (driver.Broker, driver.OptionsType)));
        Assert.All(PulsarDrivers.All, driver => Assert.NotEmpty(driver.Guarantees.Confirmation));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Only_a_persistent_topic_promises_persistence(bool persistent)
    {
        foreach (var driver in PulsarDrivers.All)
        {
            var traits = driver.Create(new PulsarOptions { Persistent = persistent }).Traits;
            Assert.Equal((persistent, persistent), (traits.Confirmations.Contains(Confirmation.Persisted), traits.HoldsWithoutListener));
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("a/b")]
    [InlineData("a b")]
    [InlineData("a:b")]
    public async Task A_channel_that_is_no_topic_is_refused(string channel)
    {
        foreach (var driver in PulsarDrivers.All)
        {
            await using var broker = driver.Create(new PulsarOptions());
            await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync(channel, new ConnectionOptions(), default));
        }
    }
}
