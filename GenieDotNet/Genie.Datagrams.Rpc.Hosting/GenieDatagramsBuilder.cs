using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>Takes what the host's endpoint serves and calls.</summary>
public sealed class GenieDatagramsBuilder
{
    internal GenieDatagramsBuilder(IServiceCollection services) => Services = services;

    /// <summary>The host's services.</summary>
    public IServiceCollection Services { get; }

    /// <summary>
    /// Serves an interface by what the host's services have for it: a singleton serves all connections; a scoped or transient service is made for each connection, and gets
    /// its <see cref="RpcConnection"/> by injection. Each connection has a scope, which is disposed when it ends.
    /// </summary>
    /// <typeparam name="TService">The interface.</typeparam>
    /// <param name="contract">The generated contract, <c>ArenaContract.Instance</c>.</param>
    /// <returns>The builder.</returns>
    public GenieDatagramsBuilder Serve<TService>(RpcContract<TService> contract) where TService : class
    {
        ArgumentNullException.ThrowIfNull(contract);
        Services.AddSingleton(new PeerPart((peer, scopeOf) => peer.Serve(contract, connection => scopeOf(connection).GetRequiredService<TService>())));
        return this;
    }

    /// <summary>Serves an interface by an object of a class for each connection.</summary>
    /// <typeparam name="TService">The interface.</typeparam>
    /// <typeparam name="TImplementation">The class; registered as scoped.</typeparam>
    /// <param name="contract">The generated contract, <c>ArenaContract.Instance</c>.</param>
    /// <returns>The builder.</returns>
    public GenieDatagramsBuilder Serve<TService, [System.Diagnostics.CodeAnalysis.DynamicallyAccessedMembers(System.Diagnostics.CodeAnalysis.DynamicallyAccessedMemberTypes.PublicConstructors)] TImplementation>(RpcContract<TService> contract)
        where TService : class
        where TImplementation : class, TService
    {
        Services.TryAddScoped<TService, TImplementation>();
        return Serve(contract);
    }

    /// <summary>Declares that services call an interface of the clients.</summary>
    /// <param name="contract">The generated contract, <c>PlayerEventsContract.Instance</c>.</param>
    /// <param name="isRequired">False: clients without it are taken, too.</param>
    /// <returns>The builder.</returns>
    public GenieDatagramsBuilder Calls(RpcContract contract, bool isRequired = true)
    {
        ArgumentNullException.ThrowIfNull(contract);
        Services.AddSingleton(new PeerPart((peer, _) => peer.Calls(contract, isRequired)));
        return this;
    }
}

/// <summary>Something that the host's peer serves or calls.</summary>
/// <param name="Add">Adds it, given where a connection's services are.</param>
internal sealed record PeerPart(Action<RpcPeer, Func<RpcConnection, IServiceProvider>> Add);

/// <summary>The connection of a scope.</summary>
internal sealed class ConnectionOfScope
{
    private RpcConnection? _connection;

    public RpcConnection Connection
    {
        get => _connection ?? throw new InvalidOperationException("This scope is not that of a connection: RpcConnection can be injected into services of connections only.");
        set => _connection = value;
    }
}
