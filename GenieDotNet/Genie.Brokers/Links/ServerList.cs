namespace Genie.Brokers.Links;

/// <summary>
/// The servers of a cluster, any of which a link may lead to. A link stays with the one that answered last, as a server that restarts is soon back, and goes
/// on to the next when that one cannot be reached or does not let a session begin. Thread-safe.
/// </summary>
/// <param name="servers">Those that were named, the first one tried first; at least one.</param>
public sealed class ServerList(params IReadOnlyList<ServerAddress> servers)
{
    private readonly Lock _lock = new();
    private ServerAddress[] _servers = [.. servers.Distinct()];
    private ServerAddress _current = servers[0];

    /// <summary>All of them, those that were named before those that were learned, beginning with the one to try next.</summary>
    public IReadOnlyList<ServerAddress> Candidates
    {
        get
        {
            lock (_lock)
            {
                var start = Math.Max(0, Array.IndexOf(_servers, _current));
                return [.. _servers[start..], .. _servers[..start]];
            }
        }
    }

    /// <summary>This one answered.</summary>
    public void Stay(ServerAddress server)
    {
        lock (_lock) _current = server;
    }

    /// <summary>The one that answered last did not let a session begin: the next is tried first.</summary>
    public void MoveOn()
    {
        lock (_lock) _current = _servers[(Array.IndexOf(_servers, _current) + 1) % _servers.Length];
    }

    /// <summary>Connects to the first that can be reached, and stays with it.</summary>
    /// <param name="options">How; the server in it is not used.</param>
    /// <param name="connect">Connects to the server that its options name.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="BrokerUnreachableException">None can be reached; names the first one tried.</exception>
    public async ValueTask<T> ConnectAsync<T>(LinkOptions options, Func<LinkOptions, CancellationToken, ValueTask<T>> connect, CancellationToken cancellationToken)
    {
        BrokerException? failed = null;
        var candidates = Candidates;
        foreach (var server in candidates)
        {
            // One that answers nothing at all must not use up the time of the others.
            using var share = new CancellationTokenSource(options.ConnectTimeout / candidates.Count, options.Clock);
            using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, share.Token);
            try
            {
                var connected = await connect(options with { Host = server.Host, Port = server.Port }, limited.Token).ConfigureAwait(false);
                Stay(server);
                return connected;
            }
            catch (BrokerUnreachableException error)
            {
                failed ??= error;
            }
            catch (OperationCanceledException error) when (!cancellationToken.IsCancellationRequested)
            {
                failed ??= new BrokerUnreachableException(options.Broker, server.Host, server.Port, error);
            }
        }

        throw failed!;
    }

    /// <summary>What the servers themselves say of their cluster now, in place of what they said before. Those that were named stay.</summary>
    public void Learn(IEnumerable<ServerAddress> learned)
    {
        lock (_lock) _servers = [.. servers.Concat(learned).Append(_current).Distinct()];
    }
}
