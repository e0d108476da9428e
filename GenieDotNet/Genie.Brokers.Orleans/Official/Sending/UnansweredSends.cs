using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Genie.Brokers.Orleans.Official.Sending;

/// <summary>The bound that Orleans' queues lack: so many messages whose answer nobody awaits may be under way.</summary>
/// <param name="size">Messages under way at once.</param>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle to free, and calls under way release it to their end.")]
internal sealed class UnansweredSends(int size)
{
    private readonly SemaphoreSlim _room = new(size);
    private readonly ConcurrentDictionary<TaskCompletionSource, byte> _pending = new();

    /// <summary>True if there is room for another, which is taken then.</summary>
    public bool TryTakeRoom() => _room.Wait(0);

    /// <summary>Takes room for another once there is some.</summary>
    public Task TakeRoomAsync(CancellationToken cancellationToken) => _room.WaitAsync(cancellationToken);

    /// <summary>Counts a message, which has room, as under way until its call ends in whichever way.</summary>
    public void Begin(ValueTask<bool> call)
    {
        var answered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _pending[answered] = 0;
        _ = EndAsync(call, answered);
    }

    /// <summary>Completes when nothing is under way of what is now.</summary>
    public Task AnsweredAsync() => Task.WhenAll(_pending.Keys.Select(static pending => pending.Task));

    private async Task EndAsync(ValueTask<bool> call, TaskCompletionSource answered)
    {
        try
        {
            await call.ConfigureAwait(false);
        }
        catch (Exception)
        {
            // Nobody awaits it, and no more than this is promised.
        }

        _pending.TryRemove(answered, out _);
        _room.Release();
        answered.SetResult();
    }
}
