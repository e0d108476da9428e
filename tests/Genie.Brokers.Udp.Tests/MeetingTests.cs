using Genie.Testing;

namespace Genie.Brokers.Udp.Tests;

/// <summary>Clients and listeners of the wire driver.</summary>
public sealed class WireMeetingTests() : MeetingTests("wire")
{
    [Theory]
    [InlineData("http://127.0.0.1:1", 1024 * 1024, "udp.url")]
    [InlineData("udp://ann:secret@127.0.0.1:1", 1024 * 1024, "certificate")]
    [InlineData("udp://127.0.0.1:1", 1024, "receive-window-bytes")]
    public void A_setting_that_cannot_be_used_is_a_clear_error(string url, int windowBytes, string part) =>
        Assert.Contains(part, Assert.Throws<BrokerSettingException>(() => Clients.Create("wire", new UdpOptions { Url = new Uri(url), ReceiveWindowBytes = windowBytes })).Message, StringComparison.Ordinal);
}

/// <summary>Clients and listeners of LiteNetLib.</summary>
public sealed class LiteNetLibMeetingTests() : MeetingTests("litenetlib");

/// <summary>Clients and listeners that come and go.</summary>
/// <param name="client">The driver's client.</param>
public abstract class MeetingTests(string client) : PeerMeetingTests
{
    protected override IBroker Create(int port) => Clients.Create(client, new UdpOptions { Url = new Uri($"udp://127.0.0.1:{port}") });

    [Fact]
    public async Task The_addresses_of_IPv6_work_as_those_of_IPv4()
    {
        var options = Clients.FreePort();
        await using var broker = Clients.Create(client, options with { Url = new Uri($"udp://[::1]:{options.Url.Port}") });
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), Ignore, default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
    }
}
