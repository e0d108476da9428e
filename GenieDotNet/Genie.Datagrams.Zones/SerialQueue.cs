using System.Runtime.CompilerServices;

namespace Genie.Datagrams.Zones;

/// <summary>
/// Runs actions one at a time, in their order, on the thread of whoever found it idle. No lock is held meanwhile: an action may call an endpoint whose
/// thread is just adding another one.
/// </summary>
/// <param name="failed">Told of what an action threw.</param>
/// <param name="afterEach">Runs after each action.</param>
internal sealed class SerialQueue(Action<Exception> failed, Action afterEach)
{
    private readonly Lock _gate = new();
    private readonly Queue<Action> _waiting = new();
    private bool _isRunning;

    public void Post(Action action)
    {
        lock (_gate)
        {
            _waiting.Enqueue(action);
            if (_isRunning) return;
            _isRunning = true;
        }

        while (TryTake(out var next))
        {
            Run(next);
            Run(afterEach);
        }
    }

    /// <summary>Starts asynchronous work on the queue.</summary>
    public void Start(Func<Task> work) => Post(() => _ = WatchAsync(work));

    /// <summary>What is awaited so goes on on the queue.</summary>
    public Entry EnterAsync() => new(this);

    private async Task WatchAsync(Func<Task> work)
    {
        try
        {
            await work();
        }
        catch (Exception error)
        {
            failed(error);
        }
    }

    private bool TryTake(out Action next)
    {
        lock (_gate) return _isRunning = _waiting.TryDequeue(out next!);
    }

    private void Run(Action action)
    {
        try
        {
            action();
        }
        catch (Exception error)
        {
            failed(error);
        }
    }

    /// <summary>An awaitable that goes on on the queue.</summary>
    public readonly struct Entry(SerialQueue queue) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => false;

        public Entry GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => queue.Post(continuation);

        public void UnsafeOnCompleted(Action continuation) => queue.Post(continuation);
    }
}
