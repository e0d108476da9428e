using System.Buffers;
using System.Runtime.CompilerServices;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>
/// Carries messages of a channel to one listener, one at a time, while there are any. It is its own work item and its own
/// continuation: starting it and waiting for a handler allocate nothing.
/// </summary>
internal sealed class InMemoryPump : IThreadPoolWorkItem
{
    private readonly InMemoryChannel _channel;
    private readonly InMemoryListener _listener;
    private readonly Action _resume;
    private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _handling;
    private InMemoryMessage _message;

    public InMemoryPump(InMemoryChannel channel, InMemoryListener listener)
    {
        _channel = channel;
        _listener = listener;
        _resume = Resume;
    }

    /// <summary>Set and read under the channel's lock.</summary>
    public bool IsStopping { get; set; }

    /// <summary>Completes when the pump will call no further handler and none is running.</summary>
    public Task Stopped => _stopped.Task;

    public void MarkStopped() => _stopped.TrySetResult();

    public void Start() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: true);

    public void Execute()
    {
        while (_channel.TryDequeue(this, out _message))
        {
            var bytes = new ReadOnlySequence<byte>(_message.Bytes, 0, _message.Length);
            var handling = _listener.DispatchAsync(bytes, _message.Route);
            _handling = handling.ConfigureAwait(false).GetAwaiter();
            if (!_handling.IsCompleted)
            {
                _handling.UnsafeOnCompleted(_resume);
                return;
            }

            EndMessage();
        }
    }

    private void Resume()
    {
        EndMessage();
        Execute();
    }

    private void EndMessage()
    {
        _handling.GetResult();
        MessageBuffers.Return(_message.Bytes);
    }
}
