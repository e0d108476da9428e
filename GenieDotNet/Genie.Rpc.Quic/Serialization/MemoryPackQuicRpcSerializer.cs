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
    public override T Deserialize<[DynamicallyAccessedMembers(Kept.ForReading)] T>(ReadOnlyMemory<byte> source) => MemoryPackSerializer.Deserialize<T>(source.Span, options)!;
}
