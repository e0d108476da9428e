using Genie.Brokers.Links;
using Genie.Brokers.ProtoActor.Official.Listening;
using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;
using Proto.Remote;
using Proto.Remote.GrpcNet;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>The connecting side: an actor system of its own with one link, which the first message opens and each after a loss anew.</summary>
internal sealed class RemoteLink : IActorLink
{
    private readonly BrokerUrl _url;
    private readonly SocketsHttpHandler _handler;
    private readonly ActorSystem _system;
    private Action<BrokerException>? _lost;

    public RemoteLink(ProtoActorOptions options, BrokerUrl url)
    {
        _url = url;
        _handler = RemoteSettings.CreateHandler(options);
        _system = new ActorSystem().WithClientRemote(RemoteSettings.Create(RemoteConfigBase.Localhost, 0, _handler));
        _system.EventStream.Subscribe<EndpointTerminatedEvent>(_ => OnUndeliverable());
    }

    public ActorSession? Session { get; private set; }

    public Task StartAsync() => _system.Remote().StartAsync();

    public void Attach(Func<ActorSystem, Process> answers, Action<BrokerException> lost)
    {
        _lost = lost;
        Session = ActorSession.Open(_system, PID.FromAddress($"{_url.Host}:{_url.Port}", GatewayProcess.Id), answers);
    }

    public ValueTask<ActorSession> OpenSessionAsync(CancellationToken cancellationToken) => ValueTask.FromResult(Session!);

    public void OnUndeliverable() => _lost?.Invoke(new LinkLostException(ProtoActorDrivers.Name, $"no answer from {_url.Host}:{_url.Port}; is a listener running there?"));

    public async ValueTask DisposeAsync()
    {
        Session?.Close();

        // Proto.Remote waits for its links on the caller's thread.
        await Task.Run(() => _system.Remote().ShutdownAsync()).ConfigureAwait(false);
        await _system.ShutdownAsync("the connection was disposed").ConfigureAwait(false);
        _handler.Dispose();
    }
}
