using Genie.Brokers.Drivers;

namespace Genie.Brokers.Tests.Drivers;

public sealed class BrokerOptionsBinderTests
{
    [Fact]
    public void Defaults_then_environment_then_command_line()
    {
        var environment = new Dictionary<string, string> { ["GENIE_TEST_PING_INTERVAL"] = "250ms", ["GENIE_TEST_MAX_BYTES"] = "64KiB", ["GENIE_TEST_LEVEL"] = "" };
        var options = BrokerOptionsBinder.Bind<Options>(
            "test", new Dictionary<string, string> { ["max-bytes"] = "1MiB", ["Level"] = "accepted", ["url"] = "nats://host:1" }, environment.GetValueOrDefault);
        Assert.Equal(
            new Options { PingInterval = TimeSpan.FromMilliseconds(250), MaxBytes = 1 << 20, Level = Confirmation.Accepted, Url = new Uri("nats://host:1") }, options);
    }

    [Theory]
    [InlineData("ping-intervall", "1s", "Did you mean 'ping-interval'?")]
    [InlineData("ping-interval", "1", "cannot read '1' as a duration")]
    [InlineData("ping-interval", "soon", "cannot read 'soon'")]
    [InlineData("max-bytes", "1.5", "cannot read '1.5' as a number")]
    [InlineData("max-bytes", "9GB", "cannot read '9GB'")]
    [InlineData("level", "certain", "one of Buffered, Accepted, Persisted")]
    [InlineData("level", "7", "one of Buffered, Accepted, Persisted")]
    [InlineData("url", "nowhere", "a URL")]
    [InlineData("durable", "maybe", "true or false")]
    public void What_cannot_be_read_is_named(string name, string value, string expected)
    {
        var error = Assert.Throws<BrokerSettingException>(() =>
            BrokerOptionsBinder.Bind<Options>("test", new Dictionary<string, string> { [name] = value }, static _ => null));
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1", true)]
    [InlineData("on", true)]
    [InlineData("True", true)]
    [InlineData("no", false)]
    [InlineData("0", false)]
    public void Switches_are_read_as_people_write_them(string text, bool expected) =>
        Assert.Equal(expected, BrokerOptionsBinder.Bind<Options>("test", null, name => name == "GENIE_TEST_DURABLE" ? text : null).Durable);

    [Fact]
    public void Describes_every_setting()
    {
        var settings = BrokerOptionsBinder.Describe("test", typeof(Options));
        Assert.Equal(["ping-interval", "max-bytes", "level", "url", "durable"], settings.Select(setting => setting.Name));
        Assert.Equal("GENIE_TEST_PING_INTERVAL", settings[0].Variable);
        Assert.Equal(TimeSpan.FromSeconds(20), settings[0].Default);
    }

    private sealed record Options
    {
        public TimeSpan PingInterval { get; init; } = TimeSpan.FromSeconds(20);

        public int MaxBytes { get; init; } = 10;

        public Confirmation? Level { get; init; }

        public Uri? Url { get; init; }

        public bool Durable { get; init; }
    }
}
