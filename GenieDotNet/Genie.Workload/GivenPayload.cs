using System.Buffers;
using Google.Protobuf;

namespace Genie.Workload;

/// <summary>
/// Given messages: each sender goes through them in their order, and from the beginning again at the end. That an answer is another request's with the same bytes
/// shows in its frame only.
/// </summary>
/// <param name="messages">The messages, at least one.</param>
internal sealed class GivenPayload(IEnumerable<ReadOnlyMemory<byte>> messages) : IRawPayload
{
    private readonly ByteString[] _messages = [.. messages.Select(message => ByteString.CopyFrom(message.Span))];

    /// <inheritdoc/>
    public void Write(uint sender, ulong sequence, IBufferWriter<byte> output) => output.Write(PaddingOf(sender, sequence).Span);

    /// <inheritdoc/>
    public bool IsEcho(uint sender, ulong sequence, ReadOnlySpan<byte> answer) => answer.SequenceEqual(PaddingOf(sender, sequence).Span);

    /// <inheritdoc/>
    public ByteString PaddingOf(uint sender, ulong sequence) => _messages[sequence % (ulong)_messages.Length];
}
