using Genie.Brokers.Links;
using Genie.Brokers.ProtoActor.Official.Listening;
using Proto;
using Proto.Remote;
using Proto.Remote.GrpcNet;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>The listening side: an actor system that is bound to a port, with the gateway to its channels' actors.</summary>
internal sealed class RemoteEndpoint : IAsyncDisposable
{
    private readonly SocketsHttpHandler _handler;
    private readonly ActorSystem _system;

    private RemoteEndpoint(SocketsHttpHandler handler, ActorSystem system)
    {
        _handler = handler;
        _system = system;
        Gateway = GatewayProcess.Open(system);
    }

    /// <summary>Where messages arrive.</summary>
    public GatewayProcess Gateway { get; }

    /// <summary>Binds.</summary>
    /// <exception cref="CannotBindException">Another process has the port.</exception>
    public static async ValueTask<RemoteEndpoint> BindAsync(ProtoActorOptions options, BrokerUrl url)
    {
        var handler = RemoteSettings.CreateHandler(options);
        var system = new ActorSystem().WithRemote(RemoteSettings.Create(url.Host, url.Port, handler));
        var endpoint = new RemoteEndpoint(handler, system);
        try
        {
            await system.Remote().StartAsync().ConfigureAwait(false);
            return endpoint;
        }
        catch (IOException error)
        {
            await endpoint.DisposeAsync().ConfigureAwait(false);
            throw new CannotBindException(ProtoActorDrivers.Name, url.Host, url.Port, error.Message, error);
        }
    }

    /// <summary>Closes the port and the links.</summary>
    public async ValueTask DisposeAsync()
    {
        // Proto.Remote waits for its links on the caller's thread.
        await Task.Run(() => _system.Remote().ShutdownAsync()).ConfigureAwait(false);
        await _system.ShutdownAsync("the last listener ended").ConfigureAwait(false);
        _handler.Dispose();
    }
}
