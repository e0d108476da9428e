using System.Net;
using Genie.Datagrams.Tests;

namespace Genie.Datagrams.LiteNetLib.Tests;

/// <summary>A server and a client over LiteNetLib, each with a thread, on loopback.</summary>
internal sealed class LitePair : IDisposable
{
    public static readonly TimeSpan Bound = TimeSpan.FromMinutes(1);

    public static readonly DatagramOptions Options = new() { TransportFactory = new LiteNetLibTransport(), ConnectTimeout = Bound, IdleTimeout = 2 * Bound, LingerTimeout = Bound };

    public LitePair(RecordingHandler? serverHandler = null, DatagramOptions? serverOptions = null, DatagramOptions? clientOptions = null)
    {
        ServerHandler = serverHandler ?? new RecordingHandler();
        Server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), ServerHandler, serverOptions ?? Options);
        Client = DatagramEndpoint.OpenClient(ClientHandler, clientOptions ?? Options);
        Server.Start();
        Client.Start();
    }

    public RecordingHandler ServerHandler { get; }

    public RecordingHandler ClientHandler { get; } = new();

    public DatagramEndpoint Server { get; }

    public DatagramEndpoint Client { get; }

    public static void WaitFor(Func<bool> condition) => Assert.True(SpinWait.SpinUntil(condition, Bound), "waited a minute");

    /// <summary>A connection that stands at both sides.</summary>
    public DatagramConnection Connect(IPEndPoint? address = null)
    {
        var (atClient, atServer) = (ClientHandler.Connected.Count, ServerHandler.Connected.Count);
        var link = Client.Connect(address ?? Server.LocalAddress.ToEndPoint());
        WaitFor(() => ClientHandler.Connected.Count > atClient && ServerHandler.Connected.Count > atServer);
        return link;
    }

    public void Dispose()
    {
        Client.Dispose();
        Server.Dispose();
    }
}
