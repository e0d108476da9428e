using System.Net;
using System.Security.Cryptography;
using Genie.Datagrams.Simulation;
using Genie.Genuine.Identities;
using Genie.Genuine.Statements;

namespace Genie.Datagrams.Genuine.Tests;

/// <summary>Connections whose servers are known by identities of Genie.Genuine.</summary>
public sealed class GenuineSecurityTests
{
    private static readonly IdentityKeyPair Server = IdentityKeyPair.Generate();
    private static readonly IdentityKeyPair Other = IdentityKeyPair.Generate();

    [Theory]
    [InlineData(DatagramCipher.Aes256Gcm)]
    [InlineData(DatagramCipher.ChaCha20Poly1305)]
    public void Who_knows_the_server_is_connected_and_messages_go_both_ways(DatagramCipher cipher)
    {
        var (client, server, network) = Connect(GenuineSecurity.ForServer(Server) with { Ciphers = [cipher] }, GenuineSecurity.ForClient(Server.Public));
        Assert.Equal(ConnectionState.Connected, client.Link!.State);
        client.Link.Send([1, 2, 3], DeliveryMode.ReliableOrdered);
        network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Equal([1, 2, 3], Assert.Single(server.Messages));
        server.Link!.Send([4], DeliveryMode.ReliableOrdered);
        network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Equal([4], Assert.Single(client.Messages));
    }

    [Fact]
    public void A_server_with_another_identity_is_not_trusted_and_told_nothing()
    {
        var (client, server, _) = Connect(GenuineSecurity.ForServer(Other), GenuineSecurity.ForClient(Server.Public));
        Assert.NotEqual(ConnectionState.Connected, client.Link!.State);
        Assert.Equal(DisconnectReason.Untrusted, client.Ended);
        Assert.Null(server.Link);
    }

    [Theory]
    [InlineData("Genie.Datagrams handshake", 1)]
    [InlineData("another purpose", 0)]
    public void A_signature_of_something_else_proves_nothing(string purpose, int changed)
    {
        var (keyInfo, trust) = (GenuineSecurity.ForServer(Server).Identity!.PublicKey, GenuineSecurity.ForClient(Server.Public));
        var identity = ServerIdentity.FromSigner(keyInfo, content =>
        {
            var hash = SHA256.HashData(content);
            hash[0] ^= (byte)changed;
            return SignedStatement.Sign(Server, purpose, hash);
        });
        var (client, _, _) = Connect(GenuineSecurity.ForServer(Server) with { Identity = identity }, trust);
        Assert.Equal(DisconnectReason.Untrusted, client.Ended);

        // The same with the right one, so that it is the signature which is refused.
        var honest = ServerIdentity.FromSigner(keyInfo, static content => SignedStatement.Sign(Server, GenuineSecurity.Purpose, SHA256.HashData(content)));
        Assert.Equal(ConnectionState.Connected, Connect(GenuineSecurity.ForServer(Server) with { Identity = honest }, trust).Client.Link!.State);
    }

    [Fact]
    public void A_signature_that_is_none_at_all_ends_the_attempt()
    {
        var identity = ServerIdentity.FromSigner(GenuineSecurity.ForServer(Server).Identity!.PublicKey, static _ => []);
        var (client, _, _) = Connect(GenuineSecurity.ForServer(Server) with { Identity = identity }, GenuineSecurity.ForClient(Server.Public));
        Assert.Equal(DisconnectReason.Untrusted, client.Ended);
    }

    [Fact]
    public void A_client_with_another_key_exchange_is_refused()
    {
        var trust = new DatagramSecurity { Trust = GenuineSecurity.ForClient(Server.Public).Trust };
        var (client, server, _) = Connect(GenuineSecurity.ForServer(Server), trust);
        Assert.Equal(DisconnectReason.SecurityMismatch, client.Ended);
        Assert.Null(server.Link);
    }

    [Fact]
    public void Over_TCP_it_is_said_at_once_that_a_certificate_is_needed()
    {
        var options = new DatagramOptions { Transport = DatagramTransport.Tcp, Security = GenuineSecurity.ForServer(Server) };
        var error = Assert.Throws<SecurityIncompleteException>(() => DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Recorder(), options));
        Assert.Contains("TLS over TCP needs a certificate", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Keys_that_are_none_or_contribute_nothing_agree_on_nothing()
    {
        using var share = X25519KeyExchange.Instance.CreateShare();
        using var other = X25519KeyExchange.Instance.CreateShare();
        Span<byte> secret = stackalloc byte[32];
        Span<byte> same = stackalloc byte[32];
        Assert.True(share.TryAgree(other.PublicKey.Span, secret));
        Assert.True(other.TryAgree(share.PublicKey.Span, same));
        Assert.True(secret.SequenceEqual(same));
        foreach (var bad in new[] { [], new byte[31], new byte[32], [1, .. new byte[31]], new byte[33], [.. Enumerable.Repeat((byte)0xff, 32)] }) Assert.False(share.TryAgree(bad, secret));
    }

    private static (Recorder Client, Recorder Server, SimulatedNetwork Network) Connect(DatagramSecurity server, DatagramSecurity client)
    {
        var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 5);
        var (serverSide, clientSide) = (new Recorder(), new Recorder());
        var listening = network.Open(serverSide, new DatagramOptions { Security = server }, isListening: true);
        clientSide.Link = network.Open(clientSide, new DatagramOptions { Security = client }).Connect(listening.LocalAddress.ToEndPoint());
        network.RunFor(TimeSpan.FromSeconds(8));
        return (clientSide, serverSide, network);
    }

    private sealed class Recorder : IDatagramHandler
    {
        public DatagramConnection? Link { get; set; }

        public DisconnectReason? Ended { get; private set; }

        public List<byte[]> Messages { get; } = [];

        public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData) => Link = connection;

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => Messages.Add(message.ToArray());

        public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data) => Ended = reason;
    }
}
