using System.Buffers;
using Genie.Workload.Places;

namespace Genie.Workload;

/// <summary>
/// What one message means. Requests follow from seed and sequence alone, so the client verifies an answer by making
/// the request again instead of remembering it. Safe for concurrent callers.
/// </summary>
public interface IWorkload
{
    /// <summary>Which part of the work is done.</summary>
    Stages Stages { get; }

    /// <summary>Client: writes request number <paramref name="sequence"/> of <paramref name="sender"/>.</summary>
    void WriteRequest(uint sender, ulong sequence, IBufferWriter<byte> request);

    /// <summary>Worker: does the work and writes the answer.</summary>
    /// <exception cref="MalformedRequestException">The bytes are no request; the requester gets the error, the worker lives on.</exception>
    ValueTask HandleAsync(ReadOnlySequence<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken);

    /// <summary>The same work, for the requests of one run: whatever tells requests apart by sender and sequence keeps runs apart too.</summary>
    /// <param name="run">Names the numbering of senders.</param>
    IWorkload ForRun(ulong run) => this;

    /// <summary>Client: where that request comes from; null if it is from nowhere.</summary>
    KnownPlace? PlaceOf(uint sender, ulong sequence) => null;

    /// <summary>Client: true if the answer is the right one for that request: the right place for that coordinate.</summary>
    bool IsRightAnswer(uint sender, ulong sequence, ReadOnlySpan<byte> answer);
}
