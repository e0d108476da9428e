using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Security;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Udp;
using Xunit.Abstractions;

namespace Genie.Datagrams.Tests;

public sealed class SecureHandshakeTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_certificate_is_taken_by_chain_and_name_or_by_its_key(bool isRsa)
    {
        using var certificate = TestSecurity.Certificate(isRsa: isRsa);
        var identity = ServerIdentity.FromCertificate(certificate);
        foreach (var trust in new[]
        {
            ServerTrust.ForName(TestSecurity.Name, [TestSecurity.Authority]),
            ServerTrust.ForName("127.0.0.1", [TestSecurity.Authority]),
            ServerTrust.ForKeyHash(SHA256.HashData(certificate.PublicKey.ExportSubjectPublicKeyInfo())),
            ServerTrust.For(shown => shown.Certificate!.Subject == "CN=server"),
        })
        {
            var (client, _, link) = Connect(new() { Identity = identity }, new() { Trust = trust });
            Assert.Equal(ConnectionState.Connected, link.State);
            Assert.Equal([7], Assert.Single(client.Connected).Data);
        }
    }

    [Theory]
    [InlineData("name", "is not for other.example.org")]
    [InlineData("expired", "NotTimeValid")]
    [InlineData("authority", "is not valid")]
    [InlineData("pin", "not the pinned one")]
    [InlineData("callback", "does not trust it")]
    [InlineData("throws", "could not be checked (no)")]
    [InlineData("bare", "no certificate")]
    public void A_server_that_is_not_trusted_is_a_typed_error_and_sees_nothing(string what, string problem)
    {
        using var certificate = TestSecurity.Certificate(isExpired: what == "expired");
        var identity = what == "bare" ? ServerIdentity.FromKey(TestSecurity.BareKey) : ServerIdentity.FromCertificate(certificate);
        var trust = what switch
        {
            "name" => ServerTrust.ForName("other.example.org", [TestSecurity.Authority]),
            "authority" => ServerTrust.ForName(TestSecurity.Name, [certificate]),
            "pin" => ServerTrust.ForKey(TestSecurity.BareKey.ExportSubjectPublicKeyInfo()),
            "callback" => ServerTrust.For(_ => false),
            "throws" => ServerTrust.For(_ => throw new InvalidOperationException("no")),
            _ => ServerTrust.ForName(TestSecurity.Name, [TestSecurity.Authority]),
        };
        var (client, server, link) = Connect(new() { Identity = identity }, new() { Trust = trust });
        Assert.Equal(DisconnectReason.Untrusted, Assert.Single(client.Disconnected).Reason);
        var error = Assert.IsType<ServerNotTrustedException>(link.EndError);
        Assert.Contains(problem, error.Problem, StringComparison.Ordinal);
        Assert.False(error.IsTransient);
        Assert.Same(error, Assert.Throws<ConnectionClosedException>(() => link.Send([1], DeliveryMode.ReliableOrdered)).InnerException);
        Assert.Empty(server.Connected);
        Assert.Equal(0, link.Endpoint.ConnectionCount);
    }

    /// <summary>Somebody in between who shows the right certificate has not its key.</summary>
    [Fact]
    public void A_signature_by_another_key_proves_nothing()
    {
        using var certificate = TestSecurity.Certificate();
        var shown = IdentityFormat.TryDecode(IdentityFormat.Encode(certificate, []))!;
        var content = RandomNumberGenerator.GetBytes(50);
        Assert.True(IdentityFormat.IsSignedBy(shown, content, ServerIdentity.FromCertificate(certificate).Sign(content)));
        Assert.False(IdentityFormat.IsSignedBy(shown, content, ServerIdentity.FromKey(TestSecurity.BareKey).Sign(content)));
        Assert.False(IdentityFormat.IsSignedBy(shown, content, []));
    }

    [Fact]
    public void A_long_chain_comes_in_fragments_of_which_some_are_lost()
    {
        using var certificate = TestSecurity.Certificate(isRsa: true);
        X509Certificate2Collection more = [.. Enumerable.Range(0, 6).Select(_ => TestSecurity.Certificate(isRsa: true))];
        var server = new DatagramSecurity { Identity = ServerIdentity.FromCertificate(certificate, more) };
        var client = new DatagramSecurity { Trust = ServerTrust.ForName(TestSecurity.Name, [TestSecurity.Authority]) };
        for (var seed = 0; seed < 20; seed++)
        {
            var (_, _, link) = Connect(server, client, NetworkConditions.Continental with { Loss = 0.2, Reordering = 0.2, Duplication = 0.2 }, seed);
            Assert.True(link.State == ConnectionState.Connected, $"seed {seed}");
        }
    }

    [Fact]
    public void Nobody_speaks_in_the_clear_to_whom_encrypts_nor_the_other_way_round()
    {
        foreach (var (server, client) in new[]
        {
            (TestSecurity.ByKey, null),
            (null, TestSecurity.ByKey),
            (TestSecurity.Of(nameof(DatagramCipher.Aes256Gcm)), TestSecurity.Of(nameof(DatagramCipher.ChaCha20Poly1305))),
            (TestSecurity.ByKey with { KeyExchange = new OtherGroup() }, TestSecurity.ByKey),
        })
        {
            var (clientHandler, serverHandler, _) = Connect(server, client);
            Assert.Equal(DisconnectReason.SecurityMismatch, Assert.Single(clientHandler.Disconnected).Reason);
            Assert.Empty(serverHandler.Connected);
        }
    }

    [Fact]
    public void An_accept_in_the_clear_is_not_taken_by_a_client_that_encrypts()
    {
        var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 1);
        var server = network.Open(new RecordingHandler(), new DatagramOptions { Security = TestSecurity.ByKey }, isListening: true);
        var handler = new RecordingHandler();
        var client = network.Open(handler, new DatagramOptions { Security = TestSecurity.ByKey });
        network.Filter = (_, from, _) => from == client.LocalAddress;
        var link = (UdpConnection)client.Connect(server.LocalAddress.ToEndPoint());
        var accept = new byte[200];
        var writer = new WireWriter(accept);
        HandshakeFormat.WriteAccept(ref writer, link.LocalId, 5, new DatagramOptions(), default);
        network.Filter = (_, from, to) => from == client.LocalAddress || to == client.LocalAddress;
        network.Inject(writer.Written, server.LocalAddress.ToEndPoint(), client.LocalAddress.ToEndPoint());
        network.RunFor(TimeSpan.FromMicroseconds(100));
        Assert.Equal(ConnectionState.Connecting, link.State);
        Assert.Empty(handler.Connected);
    }

    /// <summary>An attacker who takes the stronger cipher out of the offer is noticed: both sides' keys depend on what was said.</summary>
    [Fact]
    public void A_changed_offer_or_choice_completes_nothing()
    {
        foreach (var step in new[] { PacketFormat.SecureConnect, PacketFormat.Proof })
        {
            var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 1);
            network.Filter = (datagram, _, _) =>
            {
                // The first cipher of the offer, and the one that was chosen.
                var offset = step == PacketFormat.Proof ? 11 : 1 + 5 + 8 + HandshakeCookie.Bytes + 2 + 1 + 8 + 1;
                if (datagram[0] == step) datagram[offset] = (byte)DatagramCipher.ChaCha20Poly1305;
                return true;
            };
            var (client, server, link) = Connect(TestSecurity.ByKey, TestSecurity.ByKey, network);
            network.RunFor(TimeSpan.FromMinutes(1));
            Assert.Equal(DisconnectReason.NoAnswer, link.EndReason);
            Assert.Empty(client.Connected);
            Assert.Empty(server.Connected);
        }
    }

    [Fact]
    public void Steps_that_are_damaged_on_their_way_are_dropped_and_repeated()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var round = 0; round < 200; round++)
        {
            var network = new SimulatedNetwork(NetworkConditions.Lan, seed);
            network.Filter = (datagram, _, _) =>
            {
                if (datagram[0] is PacketFormat.Hello or PacketFormat.Challenge or >= PacketFormat.SecureConnect and <= PacketFormat.Answer && random.Next(3) == 0) datagram[random.Next(datagram.Length)] ^= (byte)(1 << random.Next(8));
                return true;
            };
            var (client, server, link) = Connect(TestSecurity.ByKey, TestSecurity.ByKey, network);
            Assert.True(network.RunUntil(() => link.State != ConnectionState.Connecting, TimeSpan.FromSeconds(60)));
            Assert.True(link.State == ConnectionState.Connected, $"{link.EndReason} {link.EndError?.Message}, seed {seed}");
            Assert.Equal([42], Assert.Single(server.Connected).Data);
            Assert.Equal([7], Assert.Single(client.Connected).Data);
        }
    }

    /// <summary>A group that nobody has, an offer in the clear: what the damage made of the offer is refused, and the client asks again.</summary>
    [Theory]
    [InlineData(1 + 5 + 8 + HandshakeCookie.Bytes + 2 + 1 + 8 + 1 + 2)]
    [InlineData(0)]
    public void The_refusal_of_an_offer_that_was_damaged_ends_nothing(int offset)
    {
        var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 1);
        var damaged = 0;
        network.Filter = (datagram, _, _) =>
        {
            if (datagram[0] == PacketFormat.SecureConnect && damaged++ == 0) datagram[offset] ^= 4;
            return true;
        };
        var (client, server, _) = Connect(TestSecurity.ByKey, TestSecurity.ByKey, network);
        network.RunFor(TimeSpan.FromSeconds(5));
        Assert.Equal([42], Assert.Single(server.Connected).Data);
        Assert.Equal([7], Assert.Single(client.Connected).Data);
        Assert.Equal(2, damaged);
    }

    /// <summary>A server says nothing of a cookie that is not its own: the client asks for another one.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_cookie_that_was_damaged_or_has_grown_old_is_asked_for_again(bool isEncrypted)
    {
        var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 1);
        var (challenges, isOut) = (0, true);
        network.Filter = (datagram, _, _) =>
        {
            // The first cookie is damaged; the second one arrives, and then nothing passes until it is too old.
            if (datagram[0] == PacketFormat.Challenge && ++challenges == 1) datagram[^1] ^= 1;
            return challenges < 2 || datagram[0] == PacketFormat.Challenge || !isOut;
        };
        var options = new DatagramOptions { ConnectTimeout = TimeSpan.FromSeconds(60), Security = isEncrypted ? TestSecurity.ByKey : null };
        var (server, client) = (new RecordingHandler { Decides = data => (false, data) }, new RecordingHandler());
        var link = network.Open(client, options).Connect(network.Open(server, options, isListening: true).LocalAddress.ToEndPoint(), [42]);

        network.RunFor(TimeSpan.FromSeconds(20));
        Assert.Equal((ConnectionState.Connecting, 2), (link.State, challenges));
        isOut = false;
        network.RunFor(TimeSpan.FromSeconds(5));

        Assert.True(link.State == ConnectionState.Connected, $"{link.State} {link.EndReason}");
        Assert.Equal([42], Assert.Single(server.Connected).Data);
        Assert.Equal([42], Assert.Single(client.Connected).Data);
        Assert.Equal(3, challenges);
    }

    [Fact]
    public void What_the_application_says_in_the_handshake_is_not_seen_on_the_path()
    {
        var secret = RandomNumberGenerator.GetBytes(16);
        var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 1);
        var seen = 0;
        network.Filter = (datagram, _, _) =>
        {
            if (datagram.IndexOf(secret) >= 0) seen++;
            return true;
        };
        foreach (var isRefused in new[] { false, true })
        {
            var handler = new RecordingHandler { Decides = data => (isRefused, data) };
            var server = network.Open(handler, new DatagramOptions { Security = TestSecurity.ByKey }, isListening: true);
            var client = new RecordingHandler();
            var link = network.Open(client, new DatagramOptions { Security = TestSecurity.ByKey }).Connect(server.LocalAddress.ToEndPoint(), secret);
            link.Send(secret, DeliveryMode.ReliableOrdered);
            network.RunFor(TimeSpan.FromSeconds(2));
            if (isRefused) Assert.Equal(secret, client.Disconnected.Single(end => end.Reason == DisconnectReason.Refused).Data);
            else Assert.Equal(secret, handler.Messages.Single().Bytes);
        }

        Assert.Equal(0, seen);
    }

    [Fact]
    public void Spoofed_offers_cost_no_memory_no_signature_and_no_answer()
    {
        const int offers = 20_000;
        var connect = new byte[PacketFormat.BaseDatagramBytes];
        var writer = new WireWriter(connect);
        using var keys = new ClientKeys(TestSecurity.ByKey, nonce: 5);
        SecureHandshakeFormat.WriteConnect(ref writer, 5, new byte[HandshakeCookie.Bytes], keys.Offer);
        var socket = new StillSocket(connect) { Left = 1_000 };
        using var endpoint = new UdpEndpoint(socket, new RecordingHandler(), new DatagramOptions { Security = TestSecurity.ByKey }, isListening: true);
        while (socket.Left > 0) endpoint.Poll();
        var before = GC.GetAllocatedBytesForCurrentThread();
        socket.Left = offers;
        while (socket.Left > 0) endpoint.Poll();
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < offers, "something is kept or made for each");
        Assert.Equal(0, socket.BytesSent);
    }

    [Fact]
    public void Handshakes_that_are_not_finished_are_bounded_in_number_and_time()
    {
        var pending = new PendingHandshakes(lifetimeMicroseconds: 1_000);
        for (var i = 0; i < PendingHandshakes.Capacity + 10; i++) pending.Add(Client(i), Keys(i), now: i);
        Assert.Equal(PendingHandshakes.Capacity, pending.Count);
        Assert.Null(pending.Find(Client(9)));
        Assert.NotNull(pending.Find(Client(10)));
        pending.Expire(1_000 + PendingHandshakes.Capacity);
        Assert.Equal(9, pending.Count);

        static (DatagramAddress Address, ulong Nonce) Client(int i) => (DatagramAddress.OfIPv4(1, 1), (ulong)i);

        static ServerKeys Keys(int i)
        {
            using var client = new ClientKeys(TestSecurity.ByKey, (ulong)i);
            return ServerKeys.TryBegin(TestSecurity.ByKey, (ulong)i, client.Offer, out _)!;
        }
    }

    [Fact]
    public void Points_that_are_not_on_the_curve_are_refused()
    {
        using var share = P256KeyExchange.Instance.CreateShare();
        using var other = P256KeyExchange.Instance.CreateShare();
        var (one, two) = (new byte[32], new byte[32]);
        Assert.True(share.TryAgree(other.PublicKey.Span, one));
        Assert.True(other.TryAgree(share.PublicKey.Span, two));
        Assert.Equal(one, two);
        var wrong = other.PublicKey.ToArray();
        wrong[^1] ^= 1;
        Assert.False(share.TryAgree(wrong, one));
        Assert.False(share.TryAgree(new byte[65], one));
        Assert.False(share.TryAgree([4, .. new byte[64]], one));
        Assert.False(share.TryAgree(wrong.AsSpan(1), one));
        Assert.False(share.TryAgree([], one));
    }

    [Theory]
    [InlineData(DatagramTransport.Udp)]
    [InlineData(DatagramTransport.Tcp)]
    public void What_is_missing_in_the_settings_is_a_typed_error(DatagramTransport transport)
    {
        var any = new IPEndPoint(IPAddress.Loopback, 0);
        var handler = new RecordingHandler();
        Assert.Contains("Identity", Assert.Throws<SecurityIncompleteException>(() => DatagramEndpoint.Listen(any, handler, With(new()))).Message, StringComparison.Ordinal);
        Assert.Contains("Ciphers", Assert.Throws<SecurityIncompleteException>(() => DatagramEndpoint.OpenClient(handler, With(new() { Ciphers = [] }))).Message, StringComparison.Ordinal);
        Assert.Contains("ResetKey", Assert.Throws<SecurityIncompleteException>(() => DatagramEndpoint.OpenClient(handler, With(new() { ResetKey = new byte[31] }))).Message, StringComparison.Ordinal);
        using var client = DatagramEndpoint.OpenClient(handler, With(new()));
        Assert.Contains("Trust", Assert.Throws<SecurityIncompleteException>(() => client.Connect(any)).Message, StringComparison.Ordinal);
        using var publicOnly = X509CertificateLoader.LoadCertificate(TestSecurity.Authority.RawData);
        Assert.Throws<SecurityIncompleteException>(() => ServerIdentity.FromCertificate(publicOnly));

        DatagramOptions With(DatagramSecurity security) => new() { Transport = transport, Security = security };
    }

    private static (RecordingHandler Client, RecordingHandler Server, DatagramConnection Link) Connect(
        DatagramSecurity? server, DatagramSecurity? client, NetworkConditions? conditions = null, int seed = 1) =>
        Connect(server, client, new SimulatedNetwork(conditions ?? NetworkConditions.Lan, seed));

    private static (RecordingHandler Client, RecordingHandler Server, DatagramConnection Link) Connect(DatagramSecurity? server, DatagramSecurity? client, SimulatedNetwork network)
    {
        var timeout = network.Filter is null ? TimeSpan.FromSeconds(10) : TimeSpan.FromMinutes(1);
        var serverHandler = new RecordingHandler { Decides = _ => (false, [7]) };
        var clientHandler = new RecordingHandler();
        var listening = network.Open(serverHandler, new DatagramOptions { Security = server, ConnectTimeout = timeout }, isListening: true);
        var link = network.Open(clientHandler, new DatagramOptions { Security = client, ConnectTimeout = timeout }).Connect(listening.LocalAddress.ToEndPoint(), [42]);
        network.RunFor(TimeSpan.FromSeconds(5));
        return (clientHandler, serverHandler, link);
    }

    private sealed class OtherGroup : IKeyExchange
    {
        public ushort Group => 29;

        public IKeyShare CreateShare() => P256KeyExchange.Instance.CreateShare();
    }
}
