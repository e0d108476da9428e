using Genie.Datagrams.Rpc.Tests.Samples;
using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Rpc.Tests;

/// <summary>A server and clients on a simulated network, all in the test's thread.</summary>
internal sealed class SimulatedGame
{
    public static readonly NetworkConditions Bad = new()
    {
        Latency = TimeSpan.FromMilliseconds(30),
        Variance = TimeSpan.FromMilliseconds(10),
        Loss = 0.15,
        Duplication = 0.1,
        Reordering = 0.1,
        ReorderingDelay = TimeSpan.FromMilliseconds(25),
    };

    private readonly DatagramOptions _transport;

    public SimulatedGame(NetworkConditions conditions, int seed, RpcOptions? options = null, Action<RpcPeer>? serve = null, DatagramSecurity? security = null)
    {
        // Else what is awaited with ConfigureAwait(false) would go on on the thread pool, beside the network's thread.
        SynchronizationContext.SetSynchronizationContext(null);
        Network = new SimulatedNetwork(conditions, seed);
        Options = (options ?? new RpcOptions { CallTimeout = TimeSpan.FromMinutes(2) }) with { Time = Network.Time, RunContinuationsAsynchronously = false };
        _transport = new DatagramOptions { ConnectTimeout = TimeSpan.FromMinutes(2), Security = security };
        var peer = new RpcPeer(Options with
        {
            Connected = connection => Note(Accepted, connection),
            Disconnected = (_, error) => Note(Ends, error),
            ServiceFailed = (_, _, error) => Note(Failures, error),
        });
        if (serve is null) peer.Serve(ArenaContract.Instance, Arena).Calls(PlayerEventsContract.Instance, isRequired: false);
        else serve(peer);
        Server = Network.Open(peer, _transport, isListening: true);
    }

    public SimulatedNetwork Network { get; }

    public RpcOptions Options { get; }

    public Arena Arena { get; } = new();

    public DatagramEndpoint Server { get; }

    public List<RpcConnection> Accepted { get; } = [];

    public List<RpcException> Ends { get; } = [];

    public List<Exception> Failures { get; } = [];

    public RpcConnection Connect(Action<RpcPeer>? declare = null, byte[]? handshakeData = null)
    {
        var peer = new RpcPeer(Options);
        if (declare is null) peer.Calls(ArenaContract.Instance);
        else declare(peer);
        return peer.Connect(Network.Open(peer, _transport), Server.LocalAddress.ToEndPoint(), handshakeData);
    }

    private static void Note<T>(List<T> notes, T note)
    {
        notes.Add(note);
        throw new NotSupportedException("A callback that throws ends nothing.");
    }

    /// <summary>Lets time pass until a task has ended, and gives its result.</summary>
    public T Await<T>(ValueTask<T> call)
    {
        var task = call.AsTask();
        Await(task);
        return task.GetAwaiter().GetResult();
    }

    /// <summary>Lets time pass until all have ended. Not Task.WhenAll: by it a task may end on the thread pool, for whose time the network does not wait.</summary>
    public void Await(params IReadOnlyList<Task> tasks) =>
        Assert.True(Network.RunUntil(() => tasks.All(static task => task.IsCompleted), TimeSpan.FromMinutes(10)), "nothing came within ten minutes of simulated time");

    public RpcException Error(Task task)
    {
        Await(task);
        return Assert.Throws<RpcException>(task.GetAwaiter().GetResult);
    }
}
