using System.Net;
using System.Security.Cryptography;
using Genie.Datagrams;

namespace DatagramEcho;

/// <summary>Genie.Datagrams, polled; what a poll sends is gathered into shared packets.</summary>
internal sealed class GeniePair : IEchoPair
{
    private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    private readonly DatagramEndpoint _server;
    private readonly DatagramEndpoint _client;
    private readonly DatagramConnection _link;

    public GeniePair(bool isEncrypted)
    {
        var identity = ServerIdentity.FromKey(_key);
        Name = isEncrypted ? "Genie.Datagrams, encrypted" : "Genie.Datagrams";
        _server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Server(Reliable), Options(isEncrypted ? new DatagramSecurity { Identity = identity } : null));
        _client = DatagramEndpoint.OpenClient(new Client(Echoes), Options(isEncrypted ? new DatagramSecurity { Trust = ServerTrust.ForKey(identity.PublicKey.Span) } : null));
        _link = _client.Connect(_server.LocalAddress.ToEndPoint());
    }

    public string Name { get; }

    public bool IsConnected => _link.State == ConnectionState.Connected;

    public EchoedMessages Echoes { get; } = new();

    public ReliableMessages Reliable { get; } = new();

    public void SendReliable(ReadOnlySpan<byte> message) => _link.Send(message, DeliveryMode.ReliableOrdered);

    public void Send(ReadOnlySpan<byte> message) => _link.Send(message, DeliveryMode.Unreliable);

    public void Poll()
    {
        _client.Poll();
        _server.Poll();
    }

    public void Dispose()
    {
        _client.Dispose();
        _server.Dispose();
        _key.Dispose();
    }

    private static DatagramOptions Options(DatagramSecurity? security) => new() { SendImmediately = false, Security = security };

    private sealed class Client(EchoedMessages echoes) : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => echoes.Take(message);
    }

    private sealed class Server(ReliableMessages messages) : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
            if (info.Mode == DeliveryMode.Unreliable) connection.Send(message, info.Mode, info.Channel);
            else messages.Take(message);
        }
    }
}
