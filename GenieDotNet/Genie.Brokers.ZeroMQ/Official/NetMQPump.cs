using NetMQ;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>
/// A NetMQ socket, which only one thread may touch, behind a queue that any thread may write to. When the socket's
/// high-water mark is reached the pump rests until it takes more; nothing is dropped.
/// </summary>
internal sealed class NetMQPump : IAsyncDisposable
{
    private readonly NetMQSocket _socket;
    private readonly NetMQPoller _poller;
    private readonly NetMQQueue<Item> _queue = new();
    private NetMQMessage? _blocked;
    private int _disposed;

    public NetMQPump(NetMQSocket socket, Action<NetMQMessage> received)
    {
        _socket = socket;
        _socket.ReceiveReady += (_, _) =>
        {
            NetMQMessage? message = null;
            while (_socket.TryReceiveMultipartMessage(ref message))
            {
                received(message);
                message = null;
            }
        };
        _queue.ReceiveReady += (_, _) => SendQueued();
        _poller = [_socket, _queue];
        _poller.RunAsync("NetMQ", isBackgroundThread: true);
    }

    /// <summary>Queues a message. <paramref name="sent"/> runs when the socket took it.</summary>
    public void Send(NetMQMessage message, Action? sent) => _queue.Enqueue(new Item(message, sent));

    /// <summary>Completes when the socket took everything that was queued before.</summary>
    public Task FlushAsync(CancellationToken cancellationToken)
    {
        var flushed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _queue.Enqueue(new Item(null, flushed.SetResult));
        return flushed.Task.WaitAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;

        // Stopping waits for the poller's thread; what the socket took is sent within its linger time.
        await Task.Run(_poller.Dispose).ConfigureAwait(false);
        _queue.Dispose();
        _socket.Dispose();
    }

    private void SendQueued()
    {
        while (_queue.TryDequeue(out var item, TimeSpan.Zero))
        {
            item.Sent?.Invoke();
            if (item.Message is null || TrySend(item.Message)) continue;
            _blocked = item.Message;
            _poller.Remove(_queue);
            _socket.SendReady += OnSendReady;
            return;
        }
    }

    private void OnSendReady(object? sender, NetMQSocketEventArgs arguments)
    {
        if (!TrySend(_blocked!)) return;
        _blocked = null;
        _socket.SendReady -= OnSendReady;
        _poller.Add(_queue);
        SendQueued();
    }

    private bool TrySend(NetMQMessage message)
    {
        try
        {
            return _socket.TrySendMultipartMessage(TimeSpan.Zero, message);
        }
        catch (HostUnreachableException)
        {
            // A ROUTER's peer is gone; its requests have ended with its link.
            return true;
        }
    }

    private sealed record Item(NetMQMessage? Message, Action? Sent);
}
