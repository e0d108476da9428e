using System.Net;
using Genie.Datagrams;

namespace DatagramEcho;

/// <summary>Genie.Datagrams, polled; what a poll sends is gathered into shared packets.</summary>
internal sealed class GeniePair : IEchoPair
{
    private static readonly DatagramOptions Options = new() { SendImmediately = false };

    private readonly Handler _handler = new(isServer: false);
    private readonly DatagramEndpoint _server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Handler(isServer: true), Options);
    private readonly DatagramEndpoint _client;
    private readonly DatagramConnection _link;

    public GeniePair()
    {
        _client = DatagramEndpoint.OpenClient(_handler, Options);
        _link = _client.Connect(_server.LocalAddress.ToEndPoint());
    }

    public string Name => "Genie.Datagrams";

    public bool IsConnected => _link.State == ConnectionState.Connected;

    public long Echoed => _handler.Received;

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
    }

    private sealed class Handler(bool isServer) : IDatagramHandler
    {
        public long Received { get; private set; }

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
            Received++;
            if (isServer) connection.Send(message, info.Mode, info.Channel);
        }
    }
}
