using System.Buffers;
using System.Diagnostics.CodeAnalysis;

namespace Genie.Rpc.Quic;

/// <summary>Turns arguments and results into bytes. Used by many threads at once.</summary>
public abstract class QuicRpcSerializer
{
    /// <summary>Writes a value.</summary>
    public abstract void Serialize<T>(IBufferWriter<byte> destination, T value);

    /// <summary>Reads a value; the bytes are valid until it returns.</summary>
    public abstract T Deserialize<[DynamicallyAccessedMembers(Kept.ForReading)] T>(ReadOnlyMemory<byte> source);
}
