using System.Buffers;

namespace Genie.Workload;

/// <summary>Requests that are bytes only, and whose answers are the same bytes.</summary>
internal interface IRawPayload
{
    /// <summary>Writes a request.</summary>
    void Write(uint sender, ulong sequence, IBufferWriter<byte> output);

    /// <summary>True if the answer is that request.</summary>
    bool IsEcho(uint sender, ulong sequence, ReadOnlySpan<byte> answer);
}
