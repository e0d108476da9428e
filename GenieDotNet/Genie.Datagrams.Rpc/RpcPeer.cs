using System.Net;
using Genie.Datagrams.Rpc.Serving;
using Genie.Datagrams.Rpc.Wire;

namespace Genie.Datagrams.Rpc;

/// <summary>
/// The services of an endpoint and its connections, for either side: an endpoint takes it as its handler, <c>DatagramEndpoint.Listen(address, peer)</c>. What the peer serves
/// and calls is declared before it is used. Methods of services run on the thread that polls the endpoint, one at a time, and must not block it.
/// </summary>
/// <param name="options">Settings.</param>
public sealed class RpcPeer(RpcOptions? options = null) : IDatagramHandler
{
    private readonly Lock _gate = new();
    private readonly List<ServedService> _served = [];
    private readonly List<(RpcContract Contract, bool IsRequired)> _called = [];
    private volatile Declaration? _declaration;

    /// <summary>The settings.</summary>
    public RpcOptions Options { get; } = Checked(options ?? new RpcOptions());

    internal ServiceTable Services => Declared().Table;

    internal OfferedService[] Offer => Declared().Offer;

    /// <summary>Serves every connection with one object.</summary>
    /// <typeparam name="TService">The interface.</typeparam>
    /// <param name="contract">The generated contract, <c>ArenaContract.Instance</c>.</param>
    /// <param name="service">What implements the interface; called by the threads of all endpoints that the peer is used with.</param>
    /// <returns>The peer.</returns>
    /// <exception cref="ArgumentException">A service with the same number is served already.</exception>
    /// <exception cref="InvalidOperationException">The peer is in use.</exception>
    public RpcPeer Serve<TService>(RpcContract<TService> contract, TService service) where TService : class
    {
        ArgumentNullException.ThrowIfNull(service);
        return Serve(contract, _ => service);
    }

    /// <summary>Serves each connection with an object of its own, which so knows who calls, and may call back.</summary>
    /// <typeparam name="TService">The interface.</typeparam>
    /// <param name="contract">The generated contract, <c>ArenaContract.Instance</c>.</param>
    /// <param name="make">Makes the object when a connection stands. If it throws, that connection ends.</param>
    /// <returns>The peer.</returns>
    /// <exception cref="ArgumentException">A service with the same number is served already.</exception>
    /// <exception cref="InvalidOperationException">The peer is in use.</exception>
    public RpcPeer Serve<TService>(RpcContract<TService> contract, Func<RpcConnection, TService> make) where TService : class
    {
        ArgumentNullException.ThrowIfNull(contract);
        ArgumentNullException.ThrowIfNull(make);
        lock (_gate)
        {
            CheckUnused();
            CheckNumber(contract, _served.Select(one => one.Contract));
            _served.Add(new ServedService<TService>(contract, make));
            return this;
        }
    }

    /// <summary>Declares that the peer calls a service, so that both sides compare its contract before any call.</summary>
    /// <param name="contract">The generated contract, <c>ArenaContract.Instance</c>.</param>
    /// <param name="isRequired">False: sides without the service are connected to, too; calls to them fail.</param>
    /// <returns>The peer.</returns>
    /// <exception cref="ArgumentException">A service with the same number is called already.</exception>
    /// <exception cref="InvalidOperationException">The peer is in use.</exception>
    public RpcPeer Calls(RpcContract contract, bool isRequired = true)
    {
        ArgumentNullException.ThrowIfNull(contract);
        lock (_gate)
        {
            CheckUnused();
            CheckNumber(contract, _called.Select(one => one.Contract));
            _called.Add((contract, isRequired));
            return this;
        }
    }

    /// <summary>Begins to connect. Calls may be made at once; those that are sent wait for the connection.</summary>
    /// <param name="endpoint">An endpoint that has this peer as its handler.</param>
    /// <param name="remote">The listening endpoint's address.</param>
    /// <param name="handshakeData">What the other side's <see cref="RpcOptions.Admit"/> sees.</param>
    /// <returns>The connection; see <see cref="RpcConnection.Connected"/>.</returns>
    /// <exception cref="MessageTooLargeException">The data exceeds what a handshake carries: 1,020 bytes less 11 for each service.</exception>
    public RpcConnection Connect(DatagramEndpoint endpoint, IPEndPoint remote, ReadOnlySpan<byte> handshakeData = default)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        return ConnectionOf(endpoint.Connect(remote, RpcOffer.Write(Offer, handshakeData)));
    }

    void IDatagramHandler.OnConnecting(ConnectionRequest request)
    {
        var refusal = Judge(request.HandshakeData, out var applicationData);
        if (refusal is null && Options.Admit?.Invoke(request.Address, applicationData) == false) refusal = new(RpcRefusalKind.NotAdmitted, 0);
        if (refusal is { } why) request.Refuse(why.ToBytes());
        else request.Accept(RpcOffer.Write(Offer, default));
    }

    void IDatagramHandler.OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData) => ConnectionOf(connection).OnConnected(handshakeData);

    void IDatagramHandler.OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => ConnectionOf(connection).Receive(message);

    void IDatagramHandler.OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data) => ConnectionOf(connection).OnDisconnected(reason, data);

    /// <summary>Whether the other side fits.</summary>
    /// <returns>Null: it does.</returns>
    internal RpcRefusal? Judge(ReadOnlySpan<byte> handshakeData, out ReadOnlySpan<byte> applicationData) =>
        RpcOffer.TryRead(handshakeData, out var offered, out applicationData) ? RpcRefusal.Between(Offer, offered) : new RpcRefusal(RpcRefusalKind.NoOffer, 0);

    internal string NameOf(ushort serviceId)
    {
        var contract = _served.Select(one => one.Contract).Concat(_called.Select(one => one.Contract)).FirstOrDefault(one => one.Id == serviceId);
        return contract is null ? $"service {serviceId}" : $"'{contract}'";
    }

    internal void CheckCalls(RpcContract contract)
    {
        foreach (var called in Declared().Called)
        {
            if (called == contract) return;
        }

        throw new InvalidOperationException($"The peer does not declare that it calls '{contract}': add Calls({contract.GetType().Name}.Instance) before it is used, so that both sides compare the contract.");
    }

    internal RpcConnection ConnectionOf(DatagramConnection transport)
    {
        if (transport.Tag is RpcConnection known) return known;

        // Whoever is first, the caller of Connect or the endpoint's thread.
        lock (_gate)
        {
            if (transport.Tag is RpcConnection meanwhile) return meanwhile;
            var connection = new RpcConnection(this, transport);
            transport.Tag = connection;
            return connection;
        }
    }

    private static RpcOptions Checked(RpcOptions options)
    {
        options.Check();
        return options;
    }

    private static void CheckNumber(RpcContract contract, IEnumerable<RpcContract> others)
    {
        if (others.FirstOrDefault(one => one.Id == contract.Id) is { } other)
            throw new ArgumentException($"'{contract}' has the number {contract.Id}, as '{other}' has: give one of them another by [DatagramService(id)].", nameof(contract));
    }

    private void CheckUnused()
    {
        if (_declaration is not null) throw new InvalidOperationException("The peer is in use: declare what it serves and calls before the first connection.");
        if (_served.Count + _called.Count == RpcOffer.MaxServices) throw new InvalidOperationException($"A peer has at most {RpcOffer.MaxServices} services.");
    }

    private Declaration Declared()
    {
        if (_declaration is { } declared) return declared;
        lock (_gate) return _declaration ??= new Declaration(new ServiceTable([.. _served]), [.. _called.Select(one => one.Contract)], MakeOffer());
    }

    private OfferedService[] MakeOffer() =>
    [
        .. _served.Select(one => new OfferedService((ushort)one.Contract.Id, RpcRole.Serves, one.Contract.Fingerprint)),
        .. _called.Select(one => new OfferedService((ushort)one.Contract.Id, one.IsRequired ? RpcRole.Needs : RpcRole.Calls, one.Contract.Fingerprint)),
    ];

    /// <summary>What the peer serves and calls, once it is in use.</summary>
    private sealed record Declaration(ServiceTable Table, RpcContract[] Called, OfferedService[] Offer);
}
