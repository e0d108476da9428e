namespace Genie.Brokers.Nats.Official;

/// <summary>
/// Publishes one by one while the client has no connection. The client itself lets all calls that wait for one go on at once, in any
/// order.
/// </summary>
internal sealed class PublishOrder : IDisposable
{
    private readonly SemaphoreSlim _one = new(1, 1);
    private int _waiting;

    /// <summary>True while nobody waits: a call may go to the client directly.</summary>
    public bool IsFree => Volatile.Read(ref _waiting) == 0;

    /// <summary>Publishes after those that came before.</summary>
    public async ValueTask RunAsync(Func<CancellationToken, ValueTask> publish, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _waiting);
        try
        {
            await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                await publish(cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                _one.Release();
            }
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
        }
    }

    public void Dispose() => _one.Dispose();
}
