using System.Diagnostics.CodeAnalysis;

namespace Genie.Brokers.Redis.Official;

/// <summary>How many more messages a listener may take before earlier ones are settled.</summary>
/// <param name="size">The most that may be unsettled.</param>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle to free, and who waits for it at the end is cancelled.")]
internal sealed class ReceiveWindow(int size)
{
    private readonly SemaphoreSlim _opened = new(0);
    private int _taken;

    /// <summary>Messages that there is room for.</summary>
    public int Free => Math.Max(0, size - Volatile.Read(ref _taken));

    /// <summary>Waits until there is room, and says for how many.</summary>
    public async ValueTask<int> WaitAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (Free is > 0 and var free) return free;
            await _opened.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>A message was taken.</summary>
    public void Take() => Interlocked.Increment(ref _taken);

    /// <summary>A message was settled.</summary>
    public void GiveBack()
    {
        // Whoever waits saw it full: the first to open it wakes him, and further ones need not.
        if (Interlocked.Decrement(ref _taken) == size - 1) _opened.Release();
    }
}
