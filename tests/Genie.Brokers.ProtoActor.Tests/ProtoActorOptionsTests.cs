using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor.Tests;

public sealed class ProtoActorOptionsTests
{
    [Fact]
    public void The_address_has_a_port_of_its_own()
    {
        Assert.Equal(5598, ProtoActorUrl.Parse(new ProtoActorOptions { Url = new Uri("protoactor://elsewhere") }).Port);
        Assert.Equal(1234, ProtoActorUrl.Parse(new ProtoActorOptions { Url = new Uri("protoactor://elsewhere:1234") }).Port);
    }

    [Fact]
    public void A_password_is_refused_rather_than_ignored()
    {
        var error = Assert.Throws<BrokerSettingException>(() => ProtoActorUrl.Parse(new ProtoActorOptions { Url = new Uri("protoactor://ann:secret@elsewhere") }));
        Assert.DoesNotContain("secret", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Settings_are_read_by_name()
    {
        var options = BrokerOptionsBinder.Bind<ProtoActorOptions>(
            "protoactor", new Dictionary<string, string> { ["streams"] = "4", ["member-expiration"] = "10s" }, _ => null);
        Assert.Equal((4, TimeSpan.FromSeconds(10)), (options.Streams, options.MemberExpiration));
    }
}
