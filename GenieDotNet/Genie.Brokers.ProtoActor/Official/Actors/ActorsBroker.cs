using Genie.Brokers.Drivers;
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

    public ActorsBroker(ProtoActorOptions options, string clientVersion)
    {
        _options = options;
        _gateway = GatewayProcess.Open(_system);
        Traits = ProtoActorTraits.Of("official", clientVersion, "in process", options) with { InProcess = true };
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    /// <inheritdoc/>
    protected override ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        OpenAsync<IBrokerConnection>(new ActorConnection(channel, options, _options, new LocalLink(_system), Forget), ValueTask.CompletedTask);

    /// <inheritdoc/>
    protected override ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new ActorListener(options, handler, _options.MaxMessageBytes, ending => _gateway.Listeners.Remove(channel, ending), ended =>
        {
            Forget(ended);
            return ValueTask.CompletedTask;
        });
        _gateway.Add(channel, listener);
        return OpenAsync<IAsyncDisposable>(listener, ValueTask.CompletedTask);
    }

    /// <inheritdoc/>
    protected override async ValueTask EndAsync() => await _system.ShutdownAsync("the broker was disposed").ConfigureAwait(false);
}
