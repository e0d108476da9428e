using System.Buffers;

namespace Genie.Datagrams.LiteNetLib;

/// <summary>A message that waits to be handed to LiteNetLib, or was and is not acknowledged.</summary>
/// <param name="id">Its id, or 0 for one that the application knows nothing of.</param>
/// <param name="mode">Its mode.</param>
/// <param name="channel">Its channel.</param>
/// <param name="buffer">Rented; its first <paramref name="length"/> bytes are head and message.</param>
/// <param name="length">Bytes with the head.</param>
internal sealed class OutgoingMessage(long id, DeliveryMode mode, byte channel, byte[] buffer, int length)
{
    private byte[]? _buffer = buffer;

    public long Id { get; } = id;

    public DeliveryMode Mode { get; } = mode;

    public byte Channel { get; } = channel;

    /// <summary>Head and message, until <see cref="Release"/>.</summary>
    public ReadOnlySpan<byte> Content => _buffer.AsSpan(0, length);

    /// <summary>Bytes of the message alone.</summary>
    public int MessageBytes { get; } = length - LiteNetFormat.HeadBytes(mode);

    /// <summary>Gives the buffer back.</summary>
    public void Release()
    {
        if (_buffer is { } buffer) ArrayPool<byte>.Shared.Return(buffer);
        _buffer = null;
    }
}
