using System.Buffers;
using Genie.Datagrams.Compression;

namespace Genie.Datagrams.Udp;

/// <content>Messages that are compressed.</content>
internal sealed partial class UdpConnection
{
    private MessageCompression? _compression;
    private long _bytesSaved;
    private bool _isBroken;

    private long Enqueue(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel, bool isCompressed)
    {
        Interlocked.Add(ref _queuedBytes, message.Length);
        return _endpoint.Post(this, message, mode, channel, isCompressed);
    }

    /// <summary>Sends a message compressed, if it gets smaller.</summary>
    /// <returns>Its id, or 0 if it is to be sent as it is.</returns>
    private long TryEnqueueCompressed(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel)
    {
        if (_state != ConnectionState.Connected || _compression is not { } compression) return 0;
        var length = compression.TryCompress(message, out var buffer);
        if (length == 0) return 0;
        Interlocked.Add(ref _bytesSaved, message.Length - length);
        var id = Enqueue(buffer.AsSpan(0, length), mode, channel, isCompressed: true);
        ArrayPool<byte>.Shared.Return(buffer);
        return id;
    }

    private void DeliverCompressed(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel)
    {
        byte[] buffer = [];
        var length = _compression?.TryDecompress(message, _options.MaxMessageBytes, out buffer) ?? -1;
        _isBroken = length < 0;
        if (_isBroken) return;
        Deliver(buffer.AsSpan(0, length), mode, channel);
        ArrayPool<byte>.Shared.Return(buffer);
    }

    private void Deliver(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel)
    {
        _messagesReceived++;
        _endpoint.Totals.MessagesReceived++;
        _endpoint.Deliver(this, message, new MessageInfo(mode, channel));
    }
}
