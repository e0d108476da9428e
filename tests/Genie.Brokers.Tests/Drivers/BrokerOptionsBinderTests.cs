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

    [Theory]
    [InlineData("password", SettingSecrecy.Value)]
    [InlineData("hidden-level", SettingSecrecy.Value)]
    [InlineData("url", SettingSecrecy.Url)]
    [InlineData("max-bytes", SettingSecrecy.None)]
    public void Describes_what_is_secret(string name, SettingSecrecy secrecy) =>
        Assert.Equal(secrecy, Assert.Single(BrokerOptionsBinder.Describe("test", typeof(SecretOptions)), setting => setting.Name == name).Secrecy);

    [Fact]
    public void A_secret_that_cannot_be_read_stays_unsaid()
    {
        foreach (var (name, value) in new[] { ("hidden-level", "hunter2"), ("url", "amqp://user:hunter2#x@host:5672") })
        {
            var error = Assert.Throws<BrokerSettingException>(() => BrokerOptionsBinder.Bind<SecretOptions>("test", new Dictionary<string, string> { [name] = value }, static _ => null));
            Assert.Contains($"test.{name}", error.Message, StringComparison.Ordinal);
            Assert.DoesNotContain("hunter2", $"{error}", StringComparison.Ordinal);
        }
    }

    [Fact]
    public void The_text_of_options_has_no_secret() =>
        Assert.Equal("SecretOptions { Password = ***, HiddenLevel = ***, Url = a://***@h, MaxBytes = 1 }", BrokerOptionsBinder.ToText(new SecretOptions { Password = "p", HiddenLevel = Confirmation.Accepted, Url = new Uri("a://u:p@h"), MaxBytes = 1 }));

    private sealed record SecretOptions
    {
        [SecretSetting]
        public string Password { get; init; } = "";

        [SecretSetting]
        public Confirmation? HiddenLevel { get; init; }

        public Uri? Url { get; init; }

        public int MaxBytes { get; init; }
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
