using System.Buffers;
using System.Collections.Concurrent;
using LiteNetLib;

namespace Genie.Datagrams.LiteNetLib;

/// <content>What is sent, and what becomes of it.</content>
internal sealed partial class LiteNetConnection
{
    private readonly ConcurrentQueue<OutgoingMessage> _outbox = new();
    private readonly uint[] _sequencedNumbers = new uint[byte.MaxValue + 1];
    private uint _unreliableNumber;
    private long _queuedBytes;
    private long _lastId;
    private int _openReliable;
    private int _remoteMaxMessageBytes = int.MaxValue;

    // Messages wait until the other side is known to have handed over the connection: before it, LiteNetLib has no order among channels.
    private bool _isOpen;

    public override long Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0)
    {
        if (EndReason is { } reason) throw new ConnectionClosedException(reason, EndError);
        if (mode is < DeliveryMode.Unreliable or > DeliveryMode.ReliableOrdered) throw new ArgumentOutOfRangeException(nameof(mode), mode, "Choose one of the four modes.");
        MessageTooLargeException.ThrowIfAbove(message.Length, Math.Min(Options.MaxMessageBytes, LiteNetSocket.MaxMessageBytes));
        if (QueuedBytes + message.Length > Options.MaxQueuedBytes)
        {
            _endpoint.Counters.MessageDropped();
            throw new SendQueueFullException(Options.MaxQueuedBytes);
        }

        var id = Enqueue(message, mode, channel);
        _endpoint.Post(this, isUrgent: Options.SendImmediately);
        return id;
    }

    private long Enqueue(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel)
    {
        var head = LiteNetFormat.HeadBytes(mode);
        var buffer = ArrayPool<byte>.Shared.Rent(head + message.Length);
        message.CopyTo(buffer.AsSpan(head));
        lock (_sendLock)
        {
            if (_state is ConnectionState.Closing or ConnectionState.Closed)
            {
                ArrayPool<byte>.Shared.Return(buffer);
                throw new ConnectionClosedException(EndReason ?? DisconnectReason.Local, EndError);
            }

            LiteNetFormat.WriteHead(buffer, mode, channel, mode == DeliveryMode.Sequenced ? ++_sequencedNumbers[channel] : mode == DeliveryMode.Unreliable ? ++_unreliableNumber : 0);
            Interlocked.Add(ref _queuedBytes, message.Length);
            var id = ++_lastId;
            _endpoint.Counters.MessageSent();
            _deliveries.Set(id, DeliveryState.Pending);
            _outbox.Enqueue(new OutgoingMessage(id, mode, channel, buffer, head + message.Length));
            return id;
        }
    }

    /// <summary>The other side has acknowledged all of a message. Once the client has the accept, whatever follows finds a connection there.</summary>
    public void OnDelivered(OutgoingMessage message)
    {
        _openReliable--;
        Interlocked.Add(ref _queuedBytes, -message.MessageBytes);
        if (message.Id > 0) _deliveries.Set(message.Id, DeliveryState.Received);
        else _isOpen = true;
        if (_state == ConnectionState.Closing || !_outbox.IsEmpty) _endpoint.Post(this, isUrgent: false);
    }

    private void SendWaiting()
    {
        if (!_isOpen || _peer is not { } peer) return;
        while (_state != ConnectionState.Closed && _outbox.TryDequeue(out var message))
        {
            if (message.MessageBytes > _remoteMaxMessageBytes)
            {
                // The other side would end the connection for it, once it has arrived.
                message.Release();
                CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
                return;
            }

            Send(peer, message);
            _endpoint.MarkDirty(Socket!);
        }
    }

    /// <summary>
    /// Sequenced messages have numbers of their own and go as unreliable ones: LiteNetLib's have one number for all that share one of its channels. Those that
    /// are too large for a datagram go as reliable ones, which LiteNetLib fragments, and the numbers tell whether they are out of date when they arrive.
    /// </summary>
    private void Send(NetPeer peer, OutgoingMessage message)
    {
        var isReliable = message.Mode is DeliveryMode.ReliableOrdered or DeliveryMode.ReliableUnordered;
        if (isReliable || message.Content.Length > peer.GetMaxSinglePacketSize(DeliveryMethod.Unreliable))
        {
            SendReliably(peer, message, message.Content, message.Mode == DeliveryMode.ReliableOrdered ? DeliveryMethod.ReliableOrdered : DeliveryMethod.ReliableUnordered);
        }
        else
        {
            peer.Send(message.Content, channelNumber: 0, DeliveryMethod.Unreliable);
            Interlocked.Add(ref _queuedBytes, -message.MessageBytes);
        }

        message.Release();
    }

    private void SendReliably(NetPeer peer, OutgoingMessage message, ReadOnlySpan<byte> content, DeliveryMethod method)
    {
        _openReliable++;
        peer.SendWithDeliveryEvent(content, (byte)(message.Channel % LiteNetSocket.Channels), method, message);
    }

    private void ReleaseOutbox()
    {
        while (_outbox.TryDequeue(out var message)) message.Release();
    }
}
