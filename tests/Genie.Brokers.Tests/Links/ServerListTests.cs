using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

public sealed class ServerListTests
{
    private static readonly ServerAddress A = new("a", 1);
    private static readonly ServerAddress B = new("b", 2);
    private static readonly ServerAddress C = new("c", 3);

    [Theory]
    [InlineData("host:4222", "host", 4222)]
    [InlineData("host", "host", 99)]
    [InlineData("10.0.0.1:1", "10.0.0.1", 1)]
    [InlineData("[::1]:4222", "::1", 4222)]
    [InlineData("[::1]", "::1", 99)]
    [InlineData("fe80::2", "fe80::2", 99)]
    public void Addresses_are_read(string text, string host, int port)
    {
        Assert.True(ServerAddress.TryParse(text, 99, out var address));
        Assert.Equal(new ServerAddress(host, port), address);
        Assert.True(ServerAddress.TryParse($"{address}", 0, out var again));
        Assert.Equal(address, again);
    }

    [Theory]
    [InlineData("")]
    [InlineData(":1")]
    [InlineData("host:")]
    [InlineData("host:0")]
    [InlineData("host:65536")]
    [InlineData("host:-1")]
    [InlineData("a b:1")]
    [InlineData("nats://host:1")]
    public void What_is_no_address_is_refused(string text) => Assert.False(ServerAddress.TryParse(text, 99, out _));

    [Fact]
    public void A_link_stays_with_the_server_that_answered_and_leaves_one_that_lets_no_session_begin()
    {
        var servers = new ServerList(A, B, C);
        Assert.Equal([A, B, C], servers.Candidates);
        servers.Stay(B);
        Assert.Equal([B, C, A], servers.Candidates);
        servers.MoveOn();
        Assert.Equal([C, A, B], servers.Candidates);
        servers.MoveOn();
        Assert.Equal([A, B, C], servers.Candidates);
    }

    [Fact]
    public void What_is_learned_replaces_what_was_learned_before_and_nothing_that_was_named()
    {
        var servers = new ServerList(A);
        servers.Learn([B, A]);
        Assert.Equal([A, B], servers.Candidates);
        servers.Stay(B);
        servers.Learn([C]);
        Assert.Equal([B, A, C], servers.Candidates);
        servers.MoveOn();
        Assert.Equal([A, C, B], servers.Candidates);
    }

    [Fact]
    public async Task The_first_server_that_answers_is_taken_and_no_answer_names_the_first()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        using var closed = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        closed.Start();
        var (there, gone) = (AddressOf(listener), AddressOf(closed));
        closed.Stop();
        var servers = new ServerList(gone, there);
        var options = new LinkOptions { Broker = "test", Host = gone.Host, Port = gone.Port, Servers = servers };
        await using (await LinkTransport.ConnectAsync(options, default)) Assert.Equal([there, gone], servers.Candidates);
        listener.Stop();
        var error = await Assert.ThrowsAsync<BrokerUnreachableException>(async () => await LinkTransport.ConnectAsync(options with { Servers = new ServerList(gone, there) }, default));
        Assert.Contains($"{gone.Port}", error.Message, StringComparison.Ordinal);
    }

    private static ServerAddress AddressOf(TcpListener listener) => new("127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port);
}
