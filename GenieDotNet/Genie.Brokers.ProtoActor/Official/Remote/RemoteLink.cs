using Genie.Brokers.Links;
using Genie.Brokers.ProtoActor.Official.Listening;
using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;
using Proto.Remote;
using Proto.Remote.GrpcNet;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>The connecting side: an actor system of its own with one link, which the first message opens and each after a loss anew.</summary>
internal sealed class RemoteLink : ActorLink, IActorLink
{
    private readonly PID _gateway;
    private readonly SocketsHttpHandler _handler;
    private readonly ActorSystem _system;

    public RemoteLink(ProtoActorOptions options, BrokerUrl url)
        : base(options.ConnectTimeout)
    {
        _gateway = PID.FromAddress($"{url.Host}:{url.Port}", GatewayProcess.Id);
        _handler = RemoteSettings.CreateHandler(options);
        _system = new ActorSystem().WithClientRemote(RemoteSettings.Create(RemoteConfig.Localhost, 0, _handler));
    }

    /// <inheritdoc/>
    public Task StartAsync() => _system.Remote().StartAsync();

    /// <inheritdoc/>
    protected override ValueTask<(ActorSystem System, PID Target)> FindAsync(CancellationToken cancellationToken) => ValueTask.FromResult((_system, _gateway));

    /// <inheritdoc/>
    protected override string LossOf(PID target) => $"no answer from {target.Address}; is a listener running there?";

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        // Proto.Remote waits for its links on the caller's thread.
        await Task.Run(() => _system.Remote().ShutdownAsync()).ConfigureAwait(false);
        await _system.ShutdownAsync("the connection was disposed").ConfigureAwait(false);
        _handler.Dispose();
    }
}
