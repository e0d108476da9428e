using System.Buffers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Quic.Links;

/// <summary>Where a client session's answers go.</summary>
internal interface IQuicAnswers
{
    void Answer(Correlation correlation, in ReadOnlySequence<byte> envelope);

    void Unroutable(Correlation correlation);
}
