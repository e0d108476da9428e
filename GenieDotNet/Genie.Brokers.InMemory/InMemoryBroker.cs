using System.Collections.Concurrent;
using Genie.Brokers.InMemory.Faults;

namespace Genie.Brokers.InMemory;

/// <summary>
/// A broker inside the process: a bounded queue for each channel. It shows what harness and contract cost without any
/// network, and its faults prove that the harness counts what really happened.
/// </summary>
/// <remarks>
/// A send is <see cref="Confirmation.Buffered"/> when the queue has the message, and <see cref="Confirmation.Accepted"/>
/// when a listener's handler has ended with it. Messages wait for a listener; requests that find none time out.
/// </remarks>
public sealed class InMemoryBroker : IBroker
{
    internal const string Name = "inmemory";

    private readonly ConcurrentDictionary<string, InMemoryChannel> _channels = new();
    private readonly ConcurrentDictionary<InMemoryConnection, bool> _connections = new();
    private readonly ConcurrentBag<InMemoryListener> _listeners = [];
    private int _disposed;

    /// <summary>Creates an empty broker.</summary>
    /// <param name="options">Bounds and faults.</param>
    /// <param name="faults">Wins over the options' faults.</param>
    /// <param name="clock">Drives time-outs and delays; the system's clock by default.</param>
    public InMemoryBroker(InMemoryOptions options, FaultPlan? faults = null, TimeProvider? clock = null)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.QueueCapacity);
        Options = options;
        Clock = clock ?? TimeProvider.System;
        var plan = faults ?? options.Faults();
        if (!plan.IsEmpty) Faults = new FaultInjector(plan);
        Traits = new BrokerTraits
        {
            Broker = Name, Client = InMemoryDrivers.Client, ClientVersion = InMemoryDrivers.ClientVersion, Server = "in process",
            Confirmations = [Confirmation.Buffered, Confirmation.Accepted], MaxPayloadBytes = options.MaxPayloadBytes,
            OrderedPerSender = true, CanRedeliver = false, HoldsWithoutListener = true, InProcess = true,
            Remarks = Faults is null ? "" : $"faults injected, seed {plan.Seed}",
        };
    }

    /// <inheritdoc/>
    public BrokerTraits Traits { get; }

    /// <summary>The faults, or null where none are planned.</summary>
    public FaultInjector? Faults { get; }

    internal InMemoryOptions Options { get; }

    internal TimeProvider Clock { get; }

    /// <inheritdoc/>
    public ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        InMemoryDrivers.RequireConfirmation(Traits, options);
        var connection = new InMemoryConnection(this, Channel(channel), options);
        _connections.TryAdd(connection, true);
        return new(connection);
    }

    /// <inheritdoc/>
    public ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        var listener = new InMemoryListener(Channel(channel), options, handler);
        _listeners.Add(listener);
        return new(listener);
    }

    /// <inheritdoc/>
    public ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken)
    {
        if (_channels.TryGetValue(channel, out var existing)) existing.Clear();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        foreach (var connection in _connections.Keys) await connection.DisposeAsync().ConfigureAwait(false);
        foreach (var listener in _listeners) await listener.DisposeAsync().ConfigureAwait(false);
        foreach (var channel in _channels.Values) channel.Clear();
    }

    /// <summary>True if no message waits and no handler runs: what has not been answered now, nobody will answer.</summary>
    internal bool IsIdle => _channels.Values.All(channel => channel.IsIdle);

    internal void Forget(InMemoryConnection connection) => _connections.TryRemove(connection, out _);

    /// <summary>Another channel that somebody listens on, for messages that go astray.</summary>
    internal InMemoryChannel? OtherThan(InMemoryChannel channel) =>
        _channels.Values.FirstOrDefault(other => other != channel && other.HasListeners);

    private InMemoryChannel Channel(string name) =>
        _channels.GetOrAdd(name, static (_, capacity) => new InMemoryChannel(capacity), Options.QueueCapacity);
}
