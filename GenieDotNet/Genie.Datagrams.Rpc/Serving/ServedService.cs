namespace Genie.Datagrams.Rpc.Serving;

/// <summary>A service that a peer serves.</summary>
internal abstract class ServedService(RpcContract contract)
{
    public RpcContract Contract { get; } = contract;

    /// <summary>What serves a connection.</summary>
    public abstract object Make(RpcConnection connection);

    public abstract void Invoke(object service, int method, ref RpcIncoming call);
}

/// <inheritdoc/>
internal sealed class ServedService<TService>(RpcContract<TService> contract, Func<RpcConnection, TService> make) : ServedService(contract)
    where TService : class
{
    public override object Make(RpcConnection connection) => make(connection) ?? throw new InvalidOperationException($"There is no service for {Contract}: what was to make it returned null.");

    public override void Invoke(object service, int method, ref RpcIncoming call) => contract.Handle((TService)service, method, ref call);
}
