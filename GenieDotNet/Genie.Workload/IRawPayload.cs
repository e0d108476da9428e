using System.Buffers;
using Google.Protobuf;

namespace Genie.Workload;

/// <summary>Requests that are bytes only, and whose answers are the same bytes; or what is added to others.</summary>
internal interface IRawPayload
{
    /// <summary>Writes a request.</summary>
    void Write(uint sender, ulong sequence, IBufferWriter<byte> output);

    /// <summary>True if the answer is that request.</summary>
    bool IsEcho(uint sender, ulong sequence, ReadOnlySpan<byte> answer);

    /// <summary>Bytes to add to a request that is something by itself.</summary>
    ByteString PaddingOf(uint sender, ulong sequence);
}
