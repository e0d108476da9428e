using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>What a <see cref="RabbitMQSendingSession"/> reports to its connection.</summary>
internal interface ISendingEvents
{
    /// <summary>An answer came, in its envelope.</summary>
    void Answered(Correlation correlation, ReadOnlySpan<byte> envelope);

    /// <summary>A request cannot be answered.</summary>
    void RequestFailed(Correlation correlation, Exception error);

    /// <summary>A send's fate; null is its confirmation.</summary>
    void Settled(Correlation correlation, Exception? error);

    /// <summary>Makes the error of a message that the server did not take.</summary>
    Exception Refused();

    /// <summary>Makes the error of a message that has no queue.</summary>
    Exception Unroutable();
}
