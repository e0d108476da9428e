using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ProtoActor.Official.Listening;
using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;

namespace Genie.Brokers.ProtoActor.Official.Actors;

/// <summary>One actor system in the process, with an actor a channel.</summary>
internal sealed class ActorsBroker : DriverBroker
{
    private readonly ProtoActorOptions _options;
    private readonly ActorSystem _system = new();
    private readonly GatewayProcess _gateway;

    public ActorsBroker(ProtoActorOptions options)
    {
        _options = options;
        _gateway = GatewayProcess.Open(_system);
        Traits = ActorsDriver.Description.Traits([Confirmation.Buffered], options.MaxMessageBytes, "in process");
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new ActorConnection(channel, options, _options, new LocalLink(_system)));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new ActorListener(options, handler, _options.MaxMessageBytes, ending => _gateway.Listeners.Remove(channel, ending), static () => ValueTask.CompletedTask);
        _gateway.Add(channel, listener);
        return new(listener);
    }

    /// <inheritdoc/>
    protected override async ValueTask EndAsync() => await _system.ShutdownAsync("the broker was disposed").ConfigureAwait(false);
}
