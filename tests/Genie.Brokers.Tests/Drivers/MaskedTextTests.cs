using Genie.Brokers.Drivers;

namespace Genie.Brokers.Tests.Drivers;

public sealed class MaskedTextTests
{
    [Theory]
    [InlineData("amqp://host:5672/vhost", "amqp://host:5672/vhost")]
    [InlineData("amqp://user:pw@host:5672/vhost", "amqp://***@host:5672/vhost")]
    [InlineData("nats://token@[::1]:4222", "nats://***@[::1]:4222")]
    [InlineData("stomp+ssl://u@h", "stomp+ssl://***@h")]
    [InlineData("https://h/p?sig=pw#pw", "https://h/p?***")]
    [InlineData("https://h/p#pw", "https://h/p#***")]
    [InlineData("amqp://user:p@w@host:5672", "amqp://***")]
    [InlineData("amqp://user:p#w@host:5672", "amqp://***")]
    [InlineData("amqp://user:1#w@host:5672", "amqp://***")]
    [InlineData("amqp://user:p/w@host:5672", "amqp://***")]
    [InlineData("amqp://user:p?w@host:5672", "amqp://***")]
    [InlineData("amqp://pw#x@host:5672", "amqp://***")]
    [InlineData("amqp://user:pw", "amqp://***")]
    [InlineData("user:pw@host", "***")]
    [InlineData("pw", "***")]
    [InlineData("", "")]
    public void A_url_keeps_scheme_host_and_path(string text, string masked) => Assert.Equal(masked, MaskedText.Of(SettingSecrecy.Url, text));

    [Theory]
    [InlineData(SettingSecrecy.None, "a", "a")]
    [InlineData(SettingSecrecy.Value, "a", "***")]
    [InlineData(SettingSecrecy.Value, "", "")]
    [InlineData(SettingSecrecy.Addresses, "a:1,b:2", "a:1,b:2")]
    [InlineData(SettingSecrecy.Addresses, "a:1,u:pw@b:2", "***")]
    [InlineData(SettingSecrecy.Addresses, "nats://b:2", "***")]
    public void Others_are_masked_by_what_of_them_is_secret(SettingSecrecy secrecy, string text, string masked) => Assert.Equal(masked, MaskedText.Of(secrecy, text));
}
