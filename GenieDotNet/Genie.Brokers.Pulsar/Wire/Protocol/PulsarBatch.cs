using System.Buffers.Binary;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Messages on their way into one entry: for each the size of its metadata, SingleMessageMetadata, and the payload.</summary>
internal sealed class PulsarBatch
{
    private const int SizeBytes = 4;
    private byte[] _bytes = new byte[4096];
    private PulsarSend[] _sends = new PulsarSend[16];
    private int _length;
    private int _count;

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    public ReadOnlySpan<PulsarSend> Sends => _sends.AsSpan(0, _count);

    /// <summary>Room that a message takes at most.</summary>
    public static int BytesMax(in PulsarMessage message) =>
        SizeBytes + ProtoWriter.NumberFieldBytesMax + message.PropertyBytesMax + message.Payload.Length;

    public void Add(in PulsarMessage message, PulsarSend send)
    {
        if (_bytes.Length < _length + BytesMax(message))
            Array.Resize(ref _bytes, (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)(_length + BytesMax(message))));
        if (_sends.Length == _count) Array.Resize(ref _sends, 2 * _count);
        var metadata = new ProtoWriter(_bytes.AsSpan(_length + SizeBytes));
        message.WriteProperties(ref metadata, SingleFields.Properties, SingleFields.Key);
        metadata.Number(SingleFields.PayloadSize, (ulong)message.Payload.Length);
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_length), metadata.Written);
        _length += SizeBytes + metadata.Written;
        message.Payload.Span.CopyTo(_bytes.AsSpan(_length));
        _length += message.Payload.Length;
        _sends[_count++] = send;
    }

    public void Clear() => (_length, _count) = (0, 0);
}
