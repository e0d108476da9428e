using Genie.Brokers.Aeron.Messaging;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.Aeron.Tests;

public sealed class AeronOptionsTests
{
    [Fact]
    public void Are_bound_from_variables_and_from_the_command_line()
    {
        var options = BrokerOptionsBinder.Bind<AeronOptions>(
            "aeron",
            new Dictionary<string, string> { ["idle"] = "spin", ["term-bytes"] = "64KiB", ["channel"] = "aeron:udp?endpoint=h:1" },
            name => name == "GENIE_AERON_DIR" ? "/dev/shm/x" : null);
        Assert.Equal(("/dev/shm/x", AeronIdle.Spin, 65_536, "aeron:udp?endpoint=h:1"), (options.Dir, options.Idle, options.TermBytes, options.Channel));
    }

    [Theory]
    [InlineData("aeron:ipc", "aeron:ipc")]
    [InlineData("aeron:udp?endpoint=10.0.0.1:4000", "aeron:udp?endpoint=10.0.0.1:4001")]
    [InlineData("aeron:udp?mtu=8192|endpoint=[::1]:4000|ttl=1", "aeron:udp?endpoint=[::1]:4001")]
    public void The_channel_of_answers_follows_from_the_channel(string channel, string answers) =>
        Assert.Equal(answers, new AeronAddress(new AeronOptions { Channel = channel }).ReplyChannel);

    [Fact]
    public void The_largest_message_is_an_eighth_of_a_term_and_never_more_than_16_MiB()
    {
        Assert.Equal(8192 - 9, new AeronAddress(new AeronOptions { TermBytes = 65_536 }).Limit.BytesMax);
        Assert.Equal((16 << 20) - 9, new AeronAddress(new AeronOptions { TermBytes = 1 << 30 }).Limit.BytesMax);
        Assert.Equal("aeron:ipc?term-length=65536", new AeronAddress(new AeronOptions { TermBytes = 65_536 }).ToPublish("aeron:ipc"));
    }

    [Theory]
    [InlineData("tcp://localhost", 65_536)]
    [InlineData("aeron:udp", 65_536)]
    [InlineData("aeron:udp?control=h:1", 65_536)]
    [InlineData("aeron:udp?endpoint=h:65535", 65_536)]
    [InlineData("aeron:ipc", 65_535)]
    [InlineData("aeron:ipc", 32_768)]
    public void What_cannot_be_used_is_refused_at_once(string channel, int termBytes) =>
        Assert.All(AeronDrivers.All, driver => Assert.Throws<BrokerSettingException>(() => driver.Create(new AeronOptions { Channel = channel, TermBytes = termBytes })));

    [Fact]
    public void Each_driver_has_its_name_and_card()
    {
        Assert.Equal("wire", AeronDrivers.All[0].Client);
        Assert.All(AeronDrivers.All, driver => Assert.Equal(("aeron", typeof(AeronOptions)), (driver.Broker, driver.OptionsType)));
    }
}
