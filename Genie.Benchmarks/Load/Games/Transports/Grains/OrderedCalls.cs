namespace Genie.Benchmarks.Load.Games.Transports.Grains;

/// <summary>Calls that keep their order, each made when the one before was answered: Orleans keeps none among those that are under way at once. Safe for concurrent callers.</summary>
/// <param name="call">Sends a message.</param>
internal sealed class OrderedCalls(Func<byte[], Task> call)
{
    private readonly Queue<byte[]> _waiting = new();
    private bool _isCalling;

    /// <summary>Sends one more.</summary>
    public void Add(byte[] message)
    {
        lock (_waiting)
        {
            _waiting.Enqueue(message);
            if (_isCalling) return;
            _isCalling = true;
        }

        CallAsync().Ignore();
    }

    private async Task CallAsync()
    {
        while (Next() is { } message)
        {
            try
            {
                // In a grain the next call is made by the grain, too.
                await call(message).ConfigureAwait(true);
            }
            catch (Exception error) when (error is OrleansException or TimeoutException)
            {
                // It is lost: the game's score misses it.
            }
        }
    }

    private byte[]? Next()
    {
        lock (_waiting)
        {
            _isCalling = _waiting.TryDequeue(out var message);
            return message;
        }
    }
}
