using System.Collections.Concurrent;
using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>
/// No broker at all: the caller runs the handler itself. What is measured through it is the workload and the harness,
/// the floor under every other row.
/// </summary>
/// <remarks>
/// A send is confirmed, at either level, when the handler has ended. Several listeners of a channel are chosen round robin. A handler
/// that does not end at once goes on by itself; its caller waits as for any other answer.
/// </remarks>
public sealed class NoneBroker : DriverBroker
{
    internal const string Name = "none";

    private readonly ConcurrentDictionary<string, NoneChannel> _channels = new();

    /// <summary>Creates it.</summary>
    public NoneBroker(NoneOptions options)
    {
        Options = options;
        Traits = NoneDriver.Description.Traits(
            [Confirmation.Buffered, Confirmation.Accepted], options.MaxPayloadBytes, "none", remarks: "the caller runs the handler");
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    internal NoneOptions Options { get; }

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new NoneConnection(this, Channel(channel), options));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new NoneListener(this, Channel(channel), options, handler));

    private NoneChannel Channel(string name) => _channels.GetOrAdd(name, static name => new NoneChannel(name));
}
