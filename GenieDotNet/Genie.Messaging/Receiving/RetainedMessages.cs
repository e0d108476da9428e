namespace Genie.Messaging.Receiving;

/// <summary>
/// Messages that wait in this process for another delivery, where the system cannot deliver them again: it has settled them. A
/// process that is killed loses them, as such a system loses what is under way.
/// </summary>
/// <param name="countMax">So many wait at once; whoever brings one more waits.</param>
/// <param name="clock">For the waits.</param>
/// <param name="deliver">Delivers one again.</param>
internal sealed class RetainedMessages(int countMax, TimeProvider clock, Func<ReadOnlyMemory<byte>, CancellationToken, Task> deliver) : IDisposable
{
    private readonly SemaphoreSlim _room = new(countMax);
    private readonly SemaphoreSlim _delivering = new(1);
    private readonly CancellationTokenSource _stopping = new();
    private readonly HashSet<Task> _waiting = [];
    private readonly List<ReadOnlyMemory<byte>> _left = [];

    /// <summary>Keeps a message; completes when it is kept.</summary>
    public async Task AddAsync(ReadOnlyMemory<byte> bytes, TimeSpan delay)
    {
        try
        {
            await _room.WaitAsync(_stopping.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            lock (_waiting) _left.Add(bytes);
            return;
        }

        lock (_waiting)
        {
            var task = DeliverLaterAsync(bytes, delay);
            if (!task.IsCompleted) _waiting.Add(task);
            _ = task.ContinueWith(Remove, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }

    /// <summary>Delivers nothing more.</summary>
    /// <returns>What still waited.</returns>
    public async Task<IReadOnlyList<ReadOnlyMemory<byte>>> StopAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        Task[] waiting;
        lock (_waiting) waiting = [.. _waiting];
        await Task.WhenAll(waiting).ConfigureAwait(false);
        lock (_waiting) return [.. _left];
    }

    /// <summary>Call it after <see cref="StopAsync"/>.</summary>
    /// <remarks>Semaphores are left: a waiter that was cancelled and has not run on yet would wait for ever on one that was disposed.</remarks>
    public void Dispose() => _stopping.Dispose();

    private async Task DeliverLaterAsync(ReadOnlyMemory<byte> bytes, TimeSpan delay)
    {
        try
        {
            await Task.Delay(delay, clock, _stopping.Token).ConfigureAwait(false);
            await _delivering.WaitAsync(_stopping.Token).ConfigureAwait(false);
            try
            {
                // A message that fails once more comes here again, and needs its room.
                _room.Release();
                await deliver(bytes, _stopping.Token).ConfigureAwait(false);
            }
            finally
            {
                _delivering.Release();
            }
        }
        catch (OperationCanceledException)
        {
            lock (_waiting) _left.Add(bytes);
        }
    }

    private void Remove(Task task)
    {
        lock (_waiting) _waiting.Remove(task);
    }
}
