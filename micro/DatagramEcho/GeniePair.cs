using System.Net;
using System.Security.Cryptography;
using Genie.Datagrams;

namespace DatagramEcho;

/// <summary>Genie.Datagrams, polled; what a poll sends is gathered into shared packets.</summary>
internal sealed class GeniePair : IEchoPair
{
    private readonly Handler _handler = new(isServer: false);
    private readonly Handler _serverHandler = new(isServer: true);
    private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    private readonly DatagramEndpoint _server;
    private readonly DatagramEndpoint _client;
    private readonly DatagramConnection _link;

    public GeniePair(bool isEncrypted = false)
    {
        var identity = ServerIdentity.FromKey(_key);
        Name = isEncrypted ? "Genie.Datagrams, encrypted" : "Genie.Datagrams";
        _server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), _serverHandler, Options(isEncrypted ? new DatagramSecurity { Identity = identity } : null));
        _client = DatagramEndpoint.OpenClient(_handler, Options(isEncrypted ? new DatagramSecurity { Trust = ServerTrust.ForKey(identity.PublicKey.Span) } : null));
        _link = _client.Connect(_server.LocalAddress.ToEndPoint());
    }

    public string Name { get; }

    public bool IsConnected => _link.State == ConnectionState.Connected;

    public long Echoed => _handler.Received;

    public long Received => _serverHandler.Received;

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

    private sealed class Handler(bool isServer) : IDatagramHandler
    {
        public long Received { get; private set; }

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
            Received++;
            if (isServer && info.Mode == DeliveryMode.Unreliable) connection.Send(message, info.Mode, info.Channel);
        }
    }
}
