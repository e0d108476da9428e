namespace Genie.Rpc.Quic;

/// <summary>The streams that wait for their next call, the last used on top: few are kept busy, the others become idle and are ended by the server.</summary>
internal sealed class IdleStreams(int limit) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Stack<ClientStream> _streams = new();
    private bool _isDisposed;

    /// <summary>One that can be used, or null.</summary>
    public ClientStream? TryTake()
    {
        while (true)
        {
            ClientStream? stream;
            lock (_gate)
            {
                if (!_streams.TryPop(out stream)) return null;
            }

            if (stream.IsUsable) return stream;
            _ = stream.DisposeAsync().AsTask();
        }
    }

    /// <summary>Keeps a stream for later, or ends it.</summary>
    public ValueTask GiveBackAsync(ClientStream stream)
    {
        if (stream.IsUsable)
        {
            lock (_gate)
            {
                if (!_isDisposed && _streams.Count < limit)
                {
                    _streams.Push(stream);
                    return ValueTask.CompletedTask;
                }
            }
        }

        return stream.DisposeAsync();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        ClientStream[] streams;
        lock (_gate)
        {
            _isDisposed = true;
            streams = [.. _streams];
            _streams.Clear();
        }

        foreach (var stream in streams) await stream.DisposeAsync();
    }
}
