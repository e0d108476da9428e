using System.Buffers;

namespace Genie.Workload;

/// <summary>The same given bytes for every request. That an answer is another request's shows in its frame only.</summary>
/// <param name="bytes">The bytes.</param>
internal sealed class GivenPayload(byte[] bytes) : IRawPayload
{
    /// <inheritdoc/>
    public void Write(uint sender, ulong sequence, IBufferWriter<byte> output) => output.Write(bytes);

    /// <inheritdoc/>
    public bool IsEcho(uint sender, ulong sequence, ReadOnlySpan<byte> answer) => answer.SequenceEqual(bytes);
}
