using System.Collections.Concurrent;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// Flushing where a library does not say when bytes have left, but messages are taken in order: a mark is sent behind the
/// others, and the other side answers it after what came before.
/// </summary>
/// <param name="broker">The system's name, for errors.</param>
/// <param name="timeout">After this long without an answer a flush ends with <see cref="RequestTimeoutException"/>.</param>
public sealed class FlushMarks(string broker, TimeSpan timeout)
{
    // No table of pending requests is as large.
    private const uint Slot = uint.MaxValue;

    private readonly ConcurrentDictionary<uint, TaskCompletionSource> _pending = new();
    private uint _generation;

    /// <summary>Sends a mark and awaits its answer.</summary>
    /// <param name="post">Sends a mark that carries the correlation, behind what was sent before.</param>
    /// <param name="cancellationToken">Abandons the wait.</param>
    /// <exception cref="RequestTimeoutException">No answer came in time.</exception>
    public async ValueTask FlushAsync(Func<Correlation, CancellationToken, ValueTask> post, CancellationToken cancellationToken)
    {
        var flushed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var mark = new Correlation(Slot, Interlocked.Increment(ref _generation));
        _pending[mark.Generation] = flushed;
        try
        {
            await post(mark, cancellationToken).ConfigureAwait(false);
            await flushed.Task.WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new RequestTimeoutException(broker, timeout);
        }
        finally
        {
            _pending.TryRemove(mark.Generation, out _);
        }
    }

    /// <summary>Ends the flush whose mark was answered; false if the correlation is a request's.</summary>
    public bool TryComplete(Correlation correlation)
    {
        if (correlation.Slot != Slot) return false;
        if (_pending.TryGetValue(correlation.Generation, out var flushed)) flushed.TrySetResult();
        return true;
    }

    /// <summary>Ends every flush with an error, as when the link is lost.</summary>
    public void FailAll(Exception error)
    {
        foreach (var flushed in _pending.Values) flushed.TrySetException(error);
    }
}
