using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Tests;

/// <summary>A server and a client on a simulated network, connected.</summary>
internal sealed class SimulatedPair
{
    public SimulatedPair(NetworkConditions conditions, int seed, string kind)
        : this(conditions, seed, new DatagramOptions { Security = TestSecurity.Of(kind) })
    {
    }

    public SimulatedPair(NetworkConditions conditions, int seed, DatagramOptions? options = null)
    {
        // A path that loses in bursts may swallow many steps of a handshake: no test is about that but those of the handshake.
        options = (options ?? new DatagramOptions()) with { ConnectTimeout = TimeSpan.FromMinutes(2) };
        Network = new SimulatedNetwork(conditions, seed);
        Server = Network.Open(ServerHandler, options, isListening: true);
        Client = Network.Open(ClientHandler, options);
        Link = Client.Connect(Server.LocalAddress.ToEndPoint());
        Assert.True(Network.RunUntil(() => ServerHandler.Connected.Count == 1 && Link.State == ConnectionState.Connected, TimeSpan.FromMinutes(2)), $"not connected, seed {seed}");
    }

    public SimulatedNetwork Network { get; }

    public RecordingHandler ServerHandler { get; } = new();

    public RecordingHandler ClientHandler { get; } = new();

    public DatagramEndpoint Server { get; }

    public DatagramEndpoint Client { get; }

    public DatagramConnection Link { get; }

    /// <summary>How both sides ended, for messages of failures.</summary>
    public string Ends => $"server {Accepted.EndReason?.ToString() ?? "open"}, client {Link.EndReason?.ToString() ?? "open"}";

    public DatagramConnection Accepted => ServerHandler.Connected.First().Connection;
}
