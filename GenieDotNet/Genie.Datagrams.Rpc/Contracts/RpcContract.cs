namespace Genie.Datagrams.Rpc;

/// <summary>What an interface with <see cref="DatagramServiceAttribute"/> is on the wire. Both sides of a connection compare the fingerprints when they connect.</summary>
public abstract class RpcContract
{
    /// <summary>Describes the interface.</summary>
    /// <param name="name">Its full name.</param>
    /// <param name="id">The service's number.</param>
    /// <param name="fingerprint">Of all that must be the same at both sides.</param>
    /// <param name="methods">The methods, in the order of the interface.</param>
    protected RpcContract(string name, int id, ulong fingerprint, IReadOnlyList<RpcMethod> methods) =>
        (Name, Id, Fingerprint, Methods) = (name, (ushort)id, fingerprint, methods);

    /// <summary>The interface's full name.</summary>
    public string Name { get; }

    /// <summary>The service's number.</summary>
    public int Id { get; }

    /// <summary>
    /// A number that two contracts share if their methods have the same numbers, modes and channels, and their parameters and results have the same names and are
    /// written alike, down to the members of packets.
    /// </summary>
    public ulong Fingerprint { get; }

    /// <summary>The methods, in the order of the interface.</summary>
    public IReadOnlyList<RpcMethod> Methods { get; }

    /// <inheritdoc/>
    public override string ToString() => Name;
}

/// <summary>The contract of an interface. Generated code derives from it.</summary>
/// <typeparam name="TService">The interface.</typeparam>
public abstract class RpcContract<TService> : RpcContract where TService : class
{
    /// <summary>Describes the interface.</summary>
    /// <param name="name">Its full name.</param>
    /// <param name="id">The service's number.</param>
    /// <param name="fingerprint">Of all that must be the same at both sides.</param>
    /// <param name="methods">The methods, in the order of the interface.</param>
    protected RpcContract(string name, int id, ulong fingerprint, IReadOnlyList<RpcMethod> methods)
        : base(name, id, fingerprint, methods)
    {
    }

    /// <summary>Reads a call's arguments, calls the method and hands over what it returns.</summary>
    /// <param name="service">What implements the interface.</param>
    /// <param name="method">The method's index among <see cref="RpcContract.Methods"/>.</param>
    /// <param name="call">The call.</param>
    protected abstract void Invoke(TService service, int method, ref RpcIncoming call);

    internal void Handle(TService service, int method, ref RpcIncoming call) => Invoke(service, method, ref call);
}
