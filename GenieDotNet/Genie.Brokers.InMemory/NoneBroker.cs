using System.Collections.Concurrent;

namespace Genie.Brokers.InMemory;

/// <summary>
/// No broker at all: the caller runs the handler itself. What is measured through it is the workload and the harness,
/// the floor under every other row.
/// </summary>
/// <remarks>
/// A send is confirmed, at either level, when the handler has ended. Several listeners of a channel take turns. A handler
/// that does not end at once goes on by itself; its caller waits as for any other answer.
/// </remarks>
public sealed class NoneBroker : IBroker
{
    internal const string Name = "none";

    private readonly ConcurrentDictionary<string, NoneChannel> _channels = new();
    private readonly ConcurrentDictionary<NoneConnection, bool> _connections = new();
    private int _disposed;

    /// <summary>Creates it.</summary>
    public NoneBroker(NoneOptions options)
    {
        Options = options;
        Traits = new BrokerTraits
        {
            Broker = Name, Client = InMemoryDrivers.Client, ClientVersion = InMemoryDrivers.ClientVersion, Server = "none",
            Confirmations = [Confirmation.Buffered, Confirmation.Accepted], MaxPayloadBytes = options.MaxPayloadBytes,
            OrderedPerSender = true, CanRedeliver = false, InProcess = true, Remarks = "the caller runs the handler",
        };
    }

    /// <inheritdoc/>
    public BrokerTraits Traits { get; }

    internal NoneOptions Options { get; }

    /// <inheritdoc/>
    public ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        InMemoryDrivers.RequireConfirmation(Traits, options);
        var connection = new NoneConnection(this, Channel(channel), options);
        _connections.TryAdd(connection, true);
        return new(connection);
    }

    /// <inheritdoc/>
    public ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        return new(new NoneListener(Channel(channel), options, handler));
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        foreach (var connection in _connections.Keys) await connection.DisposeAsync().ConfigureAwait(false);
        foreach (var listener in _channels.Values.SelectMany(channel => channel.Listeners)) await listener.DisposeAsync().ConfigureAwait(false);
    }

    internal void Forget(NoneConnection connection) => _connections.TryRemove(connection, out _);

    private NoneChannel Channel(string name) => _channels.GetOrAdd(name, static name => new NoneChannel(name));
}
