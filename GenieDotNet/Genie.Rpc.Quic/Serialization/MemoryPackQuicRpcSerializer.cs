using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using MemoryPack;

namespace Genie.Rpc.Quic;

/// <summary>MemoryPack, the default: types are marked with <c>[MemoryPackable]</c> and both sides must have the same ones.</summary>
public sealed class MemoryPackQuicRpcSerializer(MemoryPackSerializerOptions? options = null) : QuicRpcSerializer
{
    /// <inheritdoc/>
    public override void Serialize<T>(IBufferWriter<byte> destination, T value) => MemoryPackSerializer.Serialize(destination, value, options);

    /// <inheritdoc/>
    /// <exception cref="MemoryPackSerializationException">The bytes are no such value, or more than one.</exception>
    public override T Deserialize<[DynamicallyAccessedMembers(Kept.ForReading)] T>(ReadOnlyMemory<byte> source)
    {
        T? value = default;
        // MemoryPack itself is content with the beginning of something longer.
        var readBytes = MemoryPackSerializer.Deserialize(source.Span, ref value, options);
        return readBytes == source.Length ? value! : throw new MemoryPackSerializationException($"{source.Length} bytes, of which {readBytes} make up the value");
    }
}
