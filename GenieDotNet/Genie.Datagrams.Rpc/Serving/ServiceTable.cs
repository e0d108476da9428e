using System.Collections.Frozen;

namespace Genie.Datagrams.Rpc.Serving;

/// <summary>The services of a peer, and their methods by number.</summary>
internal sealed class ServiceTable
{
    private readonly FrozenDictionary<uint, Entry> _methods;

    public ServiceTable(IReadOnlyList<ServedService> services)
    {
        Services = services;
        _methods = (from service in services.Select((one, index) => (one, index))
                    from method in service.one.Contract.Methods.Select((one, index) => (one, index))
                    select new Entry(service.one, service.index, method.one, method.index)).ToFrozenDictionary(entry => entry.Method.Id);
    }

    public IReadOnlyList<ServedService> Services { get; }

    public bool TryFind(uint id, out Entry entry) => _methods.TryGetValue(id, out entry);

    /// <summary>A method.</summary>
    public readonly record struct Entry(ServedService Service, int ServiceIndex, RpcMethod Method, int MethodIndex);
}
