using System.Buffers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>Where a client session's answers go.</summary>
internal interface IZmtpAnswers
{
    void Answer(Correlation correlation, in ReadOnlySequence<byte> envelope);

    void Unroutable(Correlation correlation);
}
