using System.Threading.Channels;
using Genie.Brokers.Telemetry;
using NetMQ;
using NetMQ.Monitoring;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>
/// A NetMQ socket, which one thread alone may touch, on a poller's thread of its own, behind a queue that any thread may
/// write to. At the socket's high-water mark the queue is left alone until the socket takes more: senders wait, and
/// nothing is dropped.
/// </summary>
internal sealed class NetMQPump : IAsyncDisposable
{
    /// <summary>How long what was queued may take to leave when the socket is closed.</summary>
    public static readonly TimeSpan Linger = TimeSpan.FromSeconds(5);

    // After so many the poller looks at what is to be sent.
    private const int ReceivedAtOnceMax = 256;

    private static int _monitors;

    private readonly NetMQSocket _socket;
    private readonly Func<NetMQFrames, ValueTask> _received;
    private readonly NetMQFrames _frames = new();
    private readonly Channel<NetMQOutgoing> _outgoing;
    private readonly NetMQQueue<byte> _wake = new();
    private readonly NetMQPoller _poller;
    private NetMQMonitor? _monitor;
    private NetMQOutgoing? _blocked;
    private int _isAwake;
    private int _disposed;

    /// <summary>Starts the thread.</summary>
    /// <param name="socket">Bound or connected; the pump's from now on.</param>
    /// <param name="queuedMax">Messages that wait for the socket before senders do; null: senders never wait.</param>
    /// <param name="received">Called on the pump's thread. Receiving rests until its task completes; sending goes on.</param>
    public NetMQPump(NetMQSocket socket, int? queuedMax, Func<NetMQFrames, ValueTask> received)
    {
        _socket = socket;
        _received = received;
        _outgoing = queuedMax is { } bound
            ? Channel.CreateBounded<NetMQOutgoing>(new BoundedChannelOptions(bound) { SingleReader = true })
            : Channel.CreateUnbounded<NetMQOutgoing>(new UnboundedChannelOptions { SingleReader = true });
        _socket.ReceiveReady += OnReceiveReady;
        _wake.ReceiveReady += OnWake;
        _poller = [_socket, _wake];
    }

    /// <summary>Begins; <paramref name="disconnected"/> is called on the pump's thread when the link of a connecting socket ends.</summary>
    public void Start(Action? disconnected = null)
    {
        if (disconnected is not null)
        {
            _monitor = new NetMQMonitor(_socket, $"inproc://genie-{Interlocked.Increment(ref _monitors)}", SocketEvents.Disconnected);
            _monitor.Disconnected += (_, _) => disconnected();
            _monitor.AttachToPoller(_poller);
        }

        _poller.RunAsync("NetMQ", isBackgroundThread: true);
    }

    /// <summary>Queues a message if there is room.</summary>
    public bool TrySend(in NetMQOutgoing message)
    {
        if (!_outgoing.Writer.TryWrite(message)) return false;
        Wake();
        return true;
    }

    /// <summary>Queues a message; waits while the queue is full.</summary>
    /// <exception cref="ChannelClosedException">The pump is disposed.</exception>
    public async ValueTask SendAsync(NetMQOutgoing message, CancellationToken cancellationToken)
    {
        await _outgoing.Writer.WriteAsync(message, cancellationToken).ConfigureAwait(false);

        // Even if the queue was full: since then the poller may have emptied it and gone to sleep.
        Wake();
    }

    /// <summary>Sends what was queued, if it can be sent within <see cref="Linger"/>, and closes the socket.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        await DrainAsync().ConfigureAwait(false);
        _outgoing.Writer.TryComplete();

        // NetMQ's monitor touches its socket when it is disposed: on the poller's thread, or not at all.
        if (_monitor is { } monitor) await OnPollerAsync(monitor.Dispose).ConfigureAwait(false);
        await Task.Run(_poller.Dispose).ConfigureAwait(false);
        _wake.Dispose();
        _socket.Dispose();
    }

    private async Task DrainAsync()
    {
        var passed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var timeout = new CancellationTokenSource(Linger);
        try
        {
            await SendAsync(NetMQOutgoing.Mark(passed), timeout.Token).ConfigureAwait(false);
            await passed.Task.WaitAsync(timeout.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The peer takes nothing, or is not there.
        }
    }

    private Task OnPollerAsync(Action action)
    {
        var task = new Task(action);
        task.Start(_poller);
        return task;
    }

    private void Wake()
    {
        if (Interlocked.Exchange(ref _isAwake, 1) == 0) _wake.Enqueue(0);
    }

    private void OnReceiveReady(object? sender, NetMQSocketEventArgs arguments)
    {
        for (var i = 0; i < ReceivedAtOnceMax && _frames.TryReceive(_socket); i++)
        {
            var taken = Receive();
            if (taken.IsCompletedSuccessfully) continue;
            _socket.ReceiveReady -= OnReceiveReady;
            _ = ReceiveAgainAfterAsync(taken);
            return;
        }
    }

    // A fault of ours would end the poller's thread, and the process with it.
    private ValueTask Receive()
    {
        try
        {
            return _received(_frames);
        }
        catch (Exception error)
        {
            TellUnreadable(error);
            return ValueTask.CompletedTask;
        }
    }

    private static void TellUnreadable(Exception error) =>
        BrokerEvents.Log.MessageUnreadable(ZeroMQDrivers.Name, "it", error);

    private async Task ReceiveAgainAfterAsync(ValueTask taken)
    {
        try
        {
            try
            {
                await taken.ConfigureAwait(false);
            }
            catch (Exception error) when (error is not (ObjectDisposedException or ChannelClosedException))
            {
                TellUnreadable(error);
            }

            await OnPollerAsync(() => _socket.ReceiveReady += OnReceiveReady).ConfigureAwait(false);
        }
        catch (Exception error) when (error is ObjectDisposedException or ChannelClosedException)
        {
            // The pump ended meanwhile: nobody is left to receive for.
        }
    }

    private void OnWake(object? sender, NetMQQueueEventArgs<byte> arguments)
    {
        while (_wake.TryDequeue(out _, TimeSpan.Zero))
        {
            // One look at the queue serves all who woke the poller.
        }

        Interlocked.Exchange(ref _isAwake, 0);
        SendQueued();
    }

    private void SendQueued()
    {
        if (_blocked is not null) return;
        while (_outgoing.Reader.TryRead(out var message))
        {
            if (message.TrySend(_socket)) continue;
            _blocked = message;
            _socket.SendReady += OnSendReady;
            return;
        }
    }

    private void OnSendReady(object? sender, NetMQSocketEventArgs arguments)
    {
        if (_blocked is { } blocked && !blocked.TrySend(_socket)) return;
        _blocked = null;
        _socket.SendReady -= OnSendReady;
        SendQueued();
    }
}
