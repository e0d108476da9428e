using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

public sealed class BrokerUrlTests
{
    private static readonly BrokerUrlScheme Plain = new("nats", 4222, false);
    private static readonly BrokerUrlScheme Secure = new("tls", 4223, true);

    [Theory]
    [InlineData("nats://localhost", "nats", "localhost", 4222, false, "", null, "")]
    [InlineData("TLS://u:p%40%3A@[::1]:99/a%20b", "tls", "::1", 99, true, "u", "p@:", "a b")]
    [InlineData("nats://token@example.org/", "nats", "example.org", 4222, false, "token", null, "")]
    [InlineData("nats://u:@h:1", "nats", "h", 1, false, "u", "", "")]
    public void Reads_what_users_write(
        string text, string scheme, string host, int port, bool tls, string user, string? password, string path) =>
        Assert.Equal(new BrokerUrl(scheme, host, port, tls, user, password, path), BrokerUrl.Parse("nats", new Uri(text), Plain, Secure));

    [Theory]
    [InlineData("natz://h", "Did you mean 'nats'?")]
    [InlineData("nats:///path", "expected nats://")]
    public void Refuses_others_by_name(string text, string said) =>
        Assert.Contains(said, Assert.Throws<BrokerSettingException>(() => BrokerUrl.Parse("nats", new Uri(text), Plain, Secure)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("nats://secret#x@h:4222")]
    [InlineData("nats://secret?x@h:4222")]
    [InlineData("nats://secret/x@h:4222")]
    [InlineData("nats://u:1#secret@h:4222")]
    public void A_password_that_ends_the_host_is_refused_unsaid(string text)
    {
        var error = Assert.Throws<BrokerSettingException>(() => BrokerUrl.Parse("nats", new Uri(text), Plain, Secure));
        Assert.Contains("nats.url", error.Message, StringComparison.Ordinal);
        Assert.Contains("%23", error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", $"{error}", StringComparison.Ordinal);
    }

    [Fact]
    public void An_encoded_at_sign_may_stand_in_the_path() => Assert.Equal("a@b", BrokerUrl.Parse("nats", new Uri("nats://u@h/a%40b"), Plain).Path);

    [Fact]
    public void Never_prints_the_password() =>
        Assert.DoesNotContain("secret", BrokerUrl.Parse("nats", new Uri("nats://u:secret@h"), Plain).ToString(), StringComparison.Ordinal);
}
