using System.Collections.Concurrent;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.InMemory;

/// <summary>
/// No broker at all: the caller runs the handler itself. What is measured through it is the workload and the harness,
/// the floor under every other row.
/// </summary>
/// <remarks>
/// A send is confirmed, at either level, when the handler has ended. Several listeners of a channel take turns. A handler
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
        Traits = new BrokerTraits
        {
            Broker = Name,
            Client = InMemoryDrivers.Client,
            ClientVersion = InMemoryDrivers.ClientVersion,
            Server = "none",
            Confirmations = [Confirmation.Buffered, Confirmation.Accepted],
            MaxPayloadBytes = options.MaxPayloadBytes,
            OrderedPerSender = true,
            CanRedeliver = false,
            InProcess = true,
            Remarks = "the caller runs the handler",
        };
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    internal NoneOptions Options { get; }

    /// <inheritdoc/>
    protected override ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        OpenAsync<IBrokerConnection>(new NoneConnection(this, Channel(channel), options), ValueTask.CompletedTask);

    /// <inheritdoc/>
    protected override ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        OpenAsync<IAsyncDisposable>(new NoneListener(this, Channel(channel), options, handler), ValueTask.CompletedTask);

    private NoneChannel Channel(string name) => _channels.GetOrAdd(name, static name => new NoneChannel(name));
}
