using System.Buffers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Peers;

/// <summary>Where a client session's answers go.</summary>
internal interface IPeerAnswers
{
    void Answer(Correlation correlation, in ReadOnlySequence<byte> envelope);

    void Unroutable(Correlation correlation);
}
