using System.Net.Sockets;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.InMemory.Tests;

/// <summary>The in-memory driver with one fault in its code.</summary>
internal sealed class MisbehavingDriver(Misbehaviour misbehaviour) : IBrokerDriver
{
    private readonly InMemoryDriver _inner = new();
    private readonly List<Socket> _sockets = [];
    private readonly TaskCompletionSource _threadsEnd = new();

    public string Broker => _inner.Broker;

    public string Client => _inner.Client;

    public string ClientVersion => _inner.ClientVersion;

    public bool InProcess => true;

    public GuaranteeCard Guarantees => _inner.Guarantees;

    public AllocationBounds Allocations => _inner.Allocations;

    public Type OptionsType => _inner.OptionsType;

    public Misbehaviour Misbehaviour { get; } = misbehaviour;

    public IBroker Create(object options)
    {
        switch (Misbehaviour)
        {
            case Misbehaviour.LeaksSocket:
                _sockets.Add(new Socket(SocketType.Stream, ProtocolType.Tcp));
                break;
            case Misbehaviour.LeaksThread:
                new Thread(() => _threadsEnd.Task.Wait()) { Name = "leak", IsBackground = true }.Start();
                break;
            case Misbehaviour.ForgetsError:
                _ = Task.Run(() => throw new InvalidOperationException("nobody awaits this"));
                break;
            default:
                break;
        }

        return new MisbehavingBroker(_inner.Create(options), Misbehaviour);
    }

    /// <summary>Gives back what was leaked, for the tests that follow.</summary>
    public void CleanUp()
    {
        _threadsEnd.SetResult();
        _sockets.ForEach(socket => socket.Dispose());
    }
}
