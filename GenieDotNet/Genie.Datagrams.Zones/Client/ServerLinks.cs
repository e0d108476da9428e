using Genie.Datagrams.Rpc;

namespace Genie.Datagrams.Zones.Client;

/// <summary>The links of a client: to all servers that own something near, and to others while there are none. On the client's queue only.</summary>
internal sealed class ServerLinks(ZoneClientOptions options, Func<DatagramAddress, RpcConnection> connect)
{
    private const int KnownMax = 16;

    private readonly Dictionary<DatagramAddress, ServerLink> _links = [];
    private readonly Dictionary<DatagramAddress, ServerLink> _renewals = [];
    private readonly List<DatagramAddress> _known = [];
    private ServerLink[] _connected = [];
    private int _asked;
    private int _another;

    /// <summary>The servers that a link is connected to. From any thread.</summary>
    public IReadOnlyList<DatagramAddress> Connected => [.. Volatile.Read(ref _connected).Select(link => link.Address)];

    public IEnumerable<ServerLink> All => _links.Values;

    /// <summary>The link that is connected to a server. From any thread.</summary>
    public ServerLink? FindConnected(DatagramAddress server) => Array.Find(Volatile.Read(ref _connected), link => link.Address == server && link.IsConnected);

    public ServerLink? Find(RpcConnection connection) => _links.Values.FirstOrDefault(link => link.Connection == connection);

    /// <summary>The link to a server, which is made if there is none.</summary>
    public ServerLink Want(DatagramAddress address)
    {
        var now = options.Time.GetTimestamp();
        if (!_links.TryGetValue(address, out var link) || link.Connection.Transport.State is ConnectionState.Closing or ConnectionState.Closed)
        {
            link = new ServerLink(address, connect(address), now);
            _links[address] = link;
        }

        link.WantedAt = now;
        return link;
    }

    /// <summary>Keeps a link that is there.</summary>
    public void Keep(DatagramAddress address)
    {
        if (_links.TryGetValue(address, out var link)) link.WantedAt = options.Time.GetTimestamp();
    }

    /// <summary>The connected links, as they are now; those that still owe an answer, as a dead server does, only if there are no others.</summary>
    public IReadOnlyList<ServerLink> FindAnswering()
    {
        var connected = _links.Values.Where(link => link.IsConnected).ToList();
        if (connected.Exists(link => link.Unanswered == 0)) connected.RemoveAll(link => link.Unanswered > 0);
        return connected;
    }

    /// <summary>One of them after the other.</summary>
    public ServerLink? Next() => FindAnswering() is { Count: > 0 } answering ? answering[_asked++ % answering.Count] : null;

    /// <summary>Gives up what is not near any more, but not the last link.</summary>
    public void Tick()
    {
        foreach (var link in _links.Values.Where(IsUnwanted).ToList())
        {
            if (link.IsConnected && _links.Values.Count(other => other.IsConnected) == 1) continue;
            _links.Remove(link.Address);
            link.Connection.Disconnect();
        }

        Renew();
        Note();
    }

    /// <summary>
    /// A second connection to the address of a link that has been silent for long stands. Its server is another one, which cannot say that it does not know
    /// the first connection if that was encrypted with a key of the dead one's: the second is the link from now on.
    /// </summary>
    /// <returns>The link that it takes the place of; null: the connection is no such one, or that link has answered meanwhile.</returns>
    public ServerLink? Renewed(RpcConnection connection)
    {
        if (_renewals.Values.FirstOrDefault(one => one.Connection == connection) is not { } renewal) return null;
        _renewals.Remove(renewal.Address);
        if (!_links.TryGetValue(renewal.Address, out var old) || !IsSilent(old))
        {
            connection.Disconnect();
            return null;
        }

        renewal.WantedAt = old.WantedAt;
        _links[renewal.Address] = renewal;
        return old;
    }

    /// <summary>A connection has ended: if it was a second one, another is tried.</summary>
    public void Forget(RpcConnection connection)
    {
        foreach (var renewal in _renewals.Values.Where(one => one.Connection == connection).ToList()) _renewals.Remove(renewal.Address);
    }

    /// <summary>All that are connected, or were to be.</summary>
    public void DisconnectAll()
    {
        foreach (var link in _links.Values.Concat(_renewals.Values)) link.Connection.Disconnect();
    }

    /// <summary>
    /// Connects to another server that the client was connected with or has heard of, the latest first, or a seed, one after the other: for want of anybody, or of anybody who
    /// knows. All seeds, and all that were near, may have been replaced since the client began.
    /// </summary>
    public void WantAnother()
    {
        var others = _known.Union(options.Seeds).ToList();

        // One that it waits for already does not cost the others time.
        for (var tries = others.Count; tries > 1 && _links.ContainsKey(others[_another % others.Count]); tries--) _another++;
        Want(others[_another++ % others.Count]);
    }

    /// <summary>All is well: the next time that others are wanted it begins with the latest.</summary>
    public void WantNoOther() => _another = 0;

    /// <summary>A link is connected.</summary>
    public void Meet(ServerLink link)
    {
        Know(link.Address);
        Note();
    }

    /// <summary>A server says that these are alive.</summary>
    public void Hear(IReadOnlyList<DatagramAddress> servers)
    {
        foreach (var server in servers) Know(server);
    }

    public void Remove(ServerLink link)
    {
        if (_links.GetValueOrDefault(link.Address) == link) _links.Remove(link.Address);
        Note();
    }

    public void Note() => Volatile.Write(ref _connected, [.. _links.Values.Where(link => link.IsConnected)]);

    /// <summary>Remembers a server before those that nobody has named for longer.</summary>
    private void Know(DatagramAddress server)
    {
        _known.Remove(server);
        _known.Insert(0, server);
        if (_known.Count > KnownMax) _known.RemoveAt(KnownMax);
    }

    /// <summary>Connects a second time to whoever is connected and silent, and gives it up where that is not so any more.</summary>
    private void Renew()
    {
        foreach (var renewal in _renewals.Values.Where(one => !_links.TryGetValue(one.Address, out var link) || !IsSilent(link)).ToList())
        {
            _renewals.Remove(renewal.Address);
            renewal.Connection.Disconnect();
        }

        foreach (var link in _links.Values.Where(link => IsSilent(link) && !_renewals.ContainsKey(link.Address)).ToList())
            _renewals.Add(link.Address, new ServerLink(link.Address, connect(link.Address), options.Time.GetTimestamp()));
    }

    private bool IsSilent(ServerLink link) => link.IsConnected && link.AskedAt is { } asked && options.Time.GetElapsedTime(asked) > options.CallTimeout;

    private bool IsUnwanted(ServerLink link) => options.Time.GetElapsedTime(link.WantedAt) >= options.LinkLinger;
}
