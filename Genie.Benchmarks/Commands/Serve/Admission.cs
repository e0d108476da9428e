using System.Threading.Channels;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>Lets no more callers through than there are slots; a bounded number waits, in their order, and the others are refused at once. Blocks no thread.</summary>
/// <typeparam name="T">What a caller works with while it is let through.</typeparam>
internal sealed class Admission<T>
    where T : class
{
    private readonly Channel<T> _free = Channel.CreateUnbounded<T>();
    private readonly int _queueMax;
    private readonly int _slots;
    private int _waiting;

    /// <summary>All slots free.</summary>
    public Admission(IReadOnlyCollection<T> slots, int queueMax)
    {
        (_slots, _queueMax) = (slots.Count, queueMax);
        foreach (var slot in slots) Return(slot);
    }

    /// <summary>Callers that wait.</summary>
    public int Waiting => Volatile.Read(ref _waiting);

    /// <summary>Callers that were let through and have not returned their slot.</summary>
    public int InFlight => _slots - _free.Reader.Count;

    /// <summary>Takes a slot, to be given back by <see cref="Return"/>.</summary>
    /// <returns>The slot, or null if too many wait already.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up waiting.</exception>
    public ValueTask<T?> TakeAsync(CancellationToken cancellationToken) =>
        _free.Reader.TryRead(out var slot) ? new ValueTask<T?>(slot) : WaitAsync(cancellationToken);

    /// <summary>Gives a slot back.</summary>
    public void Return(T slot) => _free.Writer.TryWrite(slot);

    private async ValueTask<T?> WaitAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Increment(ref _waiting) > _queueMax)
        {
            Interlocked.Decrement(ref _waiting);
            return null;
        }

        try
        {
            return await _free.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
        }
    }
}
