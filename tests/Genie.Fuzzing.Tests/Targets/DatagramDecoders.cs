using System.Buffers;
using System.Security.Cryptography;
using Genie.Datagrams;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Security;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Tcp;
using Genie.Testing;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What anybody may send to an endpoint of Genie.Datagrams: it is used, or dropped, or ends the connection, and nothing throws.</summary>
internal static class DatagramDecoders
{
    private const int MaxMessageBytes = 1 << 16;
    private const ulong Nonce = 5;
    private static readonly DatagramOptions Options = new() { Compressors = [new BrotliCompressor(), new ZLibCompressor()], MaxMessageBytes = MaxMessageBytes };
    private static readonly byte[] Cookie = new byte[HandshakeCookie.Bytes];

    /// <summary>The steps of the handshake that are in the clear, each also by a listening endpoint and by one that connects.</summary>
    public static Decoder Handshake()
    {
        var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 1);
        var server = network.Open(new Quiet(), Options, isListening: true);
        var client = network.Open(new Quiet(), Options);
        return new Decoder
        {
            Genuine =
            [
                Write(static (ref writer) => HandshakeFormat.WriteHello(ref writer, Nonce)),
                Write(static (ref writer) => HandshakeFormat.WriteChallenge(ref writer, Nonce, Cookie)),
                Write(static (ref writer) => HandshakeFormat.WriteConnect(ref writer, Nonce, Cookie, 7, Options, "data"u8)),
                Write(static (ref writer) => HandshakeFormat.WriteAccept(ref writer, 7, 8, Options, "data"u8)),
                Write(static (ref writer) => HandshakeFormat.WriteRefuse(ref writer, Nonce, DisconnectReason.Refused, "no"u8)),
                Write(static (ref writer) => SecureHandshakeFormat.WriteConnect(ref writer, Nonce, Cookie, Offer())),
                .. SecureHandshakeFormat.MakeFragments(Nonce, new byte[2_000]),
            ],
            Decode = (input, unused) =>
            {
                if (input.Length == 0) return "empty";
                network.Inject(input, client.LocalAddress.ToEndPoint(), server.LocalAddress.ToEndPoint());
                network.Inject(input, server.LocalAddress.ToEndPoint(), client.LocalAddress.ToEndPoint());
                network.RunFor(TimeSpan.FromMilliseconds(1));
                return string.Join(' ',
                    HandshakeFormat.TryReadHello(input, out _, out _), HandshakeFormat.TryReadChallenge(input, out _, out _),
                    HandshakeFormat.TryReadConnect(input, out _, out _, out _, out _), HandshakeFormat.TryReadAccept(input, out _, out _, out _),
                    HandshakeFormat.TryReadRefuse(input, out _, out _, out _), SecureHandshakeFormat.TryReadConnect(input, out _, out _, out _),
                    SecureHandshakeFormat.TryReadFragment(input, out _, out _, out _, out _), SecureHandshakeFormat.TryReadStep(input, out _), server.ConnectionCount);
            },
        };
    }

    /// <summary>What was sealed, once it is open: it may be of a client or server that is no friend.</summary>
    public static Decoder SealedHandshake()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var files = TestCertificates.Create();
        using var certificate = System.Security.Cryptography.X509Certificates.X509CertificateLoader.LoadCertificateFromFile(files.ServerCertificateFile);
        return new Decoder
        {
            Genuine =
            [
                Write(static (ref writer) => SealedParameters.WriteFinish(ref writer, new byte[StatelessResets.TokenBytes], 7, Options, "data"u8)),
                Write(static (ref writer) => SealedParameters.WriteAccept(ref writer, new byte[StatelessResets.TokenBytes], 7, Options, "data"u8)),
                Write(static (ref writer) => SealedParameters.WriteRefusal(ref writer, DisconnectReason.Full, "no"u8)),
                IdentityFormat.Encode(key.ExportSubjectPublicKeyInfo()),
                IdentityFormat.Encode(certificate, []),
                Offer(),
                [.. SecureHandshakeFormat.MakeChoice(DatagramCipher.Aes256Gcm, new byte[65]), .. new byte[40]],
            ],
            Decode = (input, unused) =>
            {
                var credentials = IdentityFormat.TryDecode(input);
                var isSigned = credentials is not null && IdentityFormat.IsSignedBy(credentials, "content"u8, new byte[64]);
                return string.Join(' ',
                    SealedParameters.TryReadFinish(input, out _, out _, out _), SealedParameters.TryReadAccept(input, out _, out _, out _), SealedParameters.IsRefusal(input, out var reason, out _), reason,
                    credentials is null ? "nobody" : credentials.Certificate is null ? "key" : "certificate", isSigned,
                    SecureHandshakeFormat.TryReadOffer(input, Nonce, out _, out _, out _), SecureHandshakeFormat.TryReadChoice(input, out _, out _, out _));
            },
        };
    }

    /// <summary>The frames of a packet, read by a connection that has compressors. One that was ended by them has a successor.</summary>
    public static Decoder Frames()
    {
        FuzzedConnection? connection = null;
        return new Decoder
        {
            Genuine =
            [
                [ControlFrame.Ping],
                [ControlFrame.PathChallenge, 1, 2, 3, 4, 5, 6, 7, 8, ControlFrame.PathResponse, 1, 2, 3, 4, 5, 6, 7, 8],
                [(byte)DeliveryMode.Unreliable, 2, 65, 66, (byte)DeliveryMode.Sequenced, 1, 0, 0, 0, 1, 65, 0, 0, 0],
                [(byte)DeliveryMode.ReliableUnordered, 0, 0, 1, 65, (byte)DeliveryMode.ReliableOrdered, 0, 0, 1, 65],
                [(byte)DeliveryMode.ReliableOrdered | FrameKind.ChannelBit, 9, 0, 0, 1, 65],
                [(byte)DeliveryMode.Unreliable | FrameKind.FragmentBit, 7, 0, 1, 2, 1, 65],
                [(byte)DeliveryMode.ReliableUnordered | FrameKind.FragmentBit, 3, 0, 1, 2, 1, 65],
            ],
            Pieces = [[ControlFrame.Ping], [ControlFrame.Close, 0, 0, 0], [(byte)DeliveryMode.Unreliable | FrameKind.CompressedBit, 3, 64, 0, 0]],
            Decode = (input, unused) =>
            {
                if (connection is not { IsOpen: true }) connection = new FuzzedConnection(Options);
                return connection.Feed(input);
            },
        };
    }

    /// <summary>A stream of frames over TCP, cut anywhere.</summary>
    public static Decoder Streams()
    {
        var hello = new ArrayBufferWriter<byte>();
        TcpFormat.Write(hello, TcpFormat.Hello, TcpFormat.Introduction(Options, "data"u8), PacketFormat.Version);
        TcpFormat.Write(hello, (byte)DeliveryMode.ReliableOrdered, "message"u8, 3);
        TcpFormat.Write(hello, TcpFormat.KeepAlive, default);
        TcpFormat.Write(hello, TcpFormat.Close, "end"u8, (byte)DisconnectReason.Remote);
        return new Decoder
        {
            Genuine = [hello.WrittenSpan.ToArray()],
            Pieces = [[0x80, 0x80, 0x80, 0x80, 0x08], [0xff, 0xff, 0xff, 0xff, 0x0f], [2, TcpFormat.Close, 0]],
            Decode = (input, random) =>
            {
                var (left, kinds, status) = (Segments.Cut(input, random), new List<string>(), 1);
                while ((status = TcpFormat.TryRead(ref left, random.Next(2) == 0 ? MaxMessageBytes : int.MaxValue, out var frame)) > 0)
                {
                    var bytes = frame.ToArray();
                    kinds.Add($"{bytes[0]} {TcpFormat.TryReadIntroduction(bytes.AsSpan(Math.Min(2, bytes.Length)), out _, out _)}");
                }

                return $"{status} {Decoder.Kinds(kinds)}";
            },
        };
    }

    private delegate void Fill(ref WireWriter writer);

    private static byte[] Write(Fill fill)
    {
        var writer = new WireWriter(new byte[PacketFormat.BaseDatagramBytes]);
        fill(ref writer);
        return writer.Written.ToArray();
    }

    private static byte[] Offer() => SecureHandshakeFormat.MakeOffer(Nonce, [DatagramCipher.Aes256Gcm], 23, new byte[65]);

    internal sealed class Quiet : IDatagramHandler
    {
        public DatagramConnection? Connection { get; private set; }

        public int Messages { get; private set; }

        public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData) => Connection = connection;

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => Messages++;
    }
}
