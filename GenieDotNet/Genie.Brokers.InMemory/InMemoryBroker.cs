using System.Collections.Concurrent;
using Genie.Brokers.Drivers;
using Genie.Brokers.InMemory.Faults;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>
/// A broker inside the process: a bounded queue for each channel. It shows what harness and contract cost without any
/// network, and its faults prove that the harness counts what really happened.
/// </summary>
/// <remarks>
/// A send is <see cref="Confirmation.Buffered"/> when the queue has the message, and <see cref="Confirmation.Accepted"/>
/// when a listener's handler has ended with it. Messages wait for a listener, but those to every listener go to those that listen now;
/// requests that find none time out.
/// </remarks>
public sealed class InMemoryBroker : DriverBroker
{
    internal const string Name = "inmemory";

    private readonly ConcurrentDictionary<string, InMemoryChannel> _channels = new();

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
        Traits = InMemoryDriver.Description.Traits(
            [Confirmation.Buffered, Confirmation.Accepted], options.MaxPayloadBytes, "in process", remarks: Faults is null ? "" : $"faults injected, seed {plan.Seed}") with
        {
            HoldsWithoutListener = true,
            HeldConfirmation = Confirmation.Buffered,
            BroadcastConfirmations = [Confirmation.Buffered],
        };
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    /// <summary>The faults, or null where none are planned.</summary>
    public FaultInjector? Faults { get; }

    internal InMemoryOptions Options { get; }

    internal TimeProvider Clock { get; }

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new InMemoryConnection(this, Channel(channel, options.Delivery), options));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new InMemoryListener(this, Channel(channel, options.Delivery), options, handler));

    /// <inheritdoc/>
    protected override ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        if (_channels.TryGetValue(channel, out var existing)) existing.Clear();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync()
    {
        foreach (var channel in _channels.Values) channel.Clear();
        return ValueTask.CompletedTask;
    }

    /// <summary>True if no message waits and no handler runs: what has not been answered now, nobody will answer.</summary>
    internal bool IsIdle => _channels.Values.All(channel => channel.IsIdle);

    /// <summary>Another channel that somebody listens on, for messages that go astray.</summary>
    internal InMemoryChannel? OtherThan(InMemoryChannel channel) =>
        _channels.Values.FirstOrDefault(other => other != channel && other.HasListeners);

    private InMemoryChannel Channel(string name, Delivery delivery) => _channels.GetOrAdd(
        name, static (_, key) => new InMemoryChannel(key.QueueCapacity, key.delivery == Delivery.Broadcast ? new InMemoryCopies(key.QueueCapacity) : null), (Options.QueueCapacity, delivery));
}
