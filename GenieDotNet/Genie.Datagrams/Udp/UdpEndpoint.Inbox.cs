using Genie.Datagrams.Reliability;

namespace Genie.Datagrams.Udp;

/// <content>What applications have sent, until it is taken under the lock; and the thread of <see cref="Start"/>.</content>
internal sealed partial class UdpEndpoint
{
    /// <summary>Timers that other threads' sends set are noticed after this at the latest.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(5);

    private readonly Lock _inboxLock = new();
    private OutgoingMessage? _firstPosted;
    private OutgoingMessage? _lastPosted;
    private Thread? _thread;

    /// <summary>Puts a message into the inbox, and sends it on unless this is a handler's call or sends are gathered.</summary>
    /// <returns>The message's id.</returns>
    public long Post(UdpConnection connection, ReadOnlySpan<byte> bytes, DeliveryMode mode, byte channel, bool isCompressed = false)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        var message = Pool.RentMessage(bytes);
        (message.Connection, message.Mode, message.Channel, message.IsCompressed) = (connection, mode, channel, isCompressed);
        long id;
        lock (_inboxLock)
        {
            id = message.Id = mode == DisconnectMode ? 0 : connection.TakeId();
            if (_lastPosted is null) Volatile.Write(ref _firstPosted, message);
            else _lastPosted.Next = message;
            _lastPosted = message;
        }

        if (Options.SendImmediately && !_gate.IsHeldByCurrentThread) Flush();
        return id;
    }

    public override void Start()
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            if (_thread is not null) return;
            _thread = new Thread(Run) { IsBackground = true, Name = $"datagrams {LocalAddress}" };
            _thread.Start();
        }
    }

    private void Run()
    {
        while (!_isDisposed)
        {
            try
            {
                if (Poll() == 0) Wait(LongestWait);
            }
            catch (ObjectDisposedException) when (_isDisposed)
            {
                return;
            }
        }
    }

    private void StopThread()
    {
        if (_thread is { } thread && thread != Thread.CurrentThread) thread.Join();
    }

    private void TakePosted(long now)
    {
        OutgoingMessage? message;
        lock (_inboxLock)
        {
            message = _firstPosted;
            Volatile.Write(ref _firstPosted, null);
            _lastPosted = null;
        }

        while (message is not null)
        {
            var next = message.Next;
            message.Next = null;
            Take(message, message.Connection!, now);
            message = next;
        }
    }

    private void Take(OutgoingMessage message, UdpConnection connection, long now)
    {
        if (message.Mode == DisconnectMode)
        {
            connection.BeginClosing(message.Buffer.AsSpan(0, message.Length), now);
            Pool.Return(message);
            return;
        }

        Totals.MessagesSent++;
        connection.Enqueue(message);
        MarkDirty(connection);
    }
}
