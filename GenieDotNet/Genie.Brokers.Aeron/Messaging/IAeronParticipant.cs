using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>A connection or a listener, as the link's thread sees it. All calls are made on that thread.</summary>
internal interface IAeronParticipant
{
    /// <summary>A media driver is there: add what is needed.</summary>
    void Begin(IAeronClient client, CounterTable counters);

    /// <summary>One round: receive, send what waits.</summary>
    /// <param name="nowMilliseconds">Milliseconds on <see cref="Environment.TickCount64"/>.</param>
    /// <returns>How much was done.</returns>
    int DoWork(long nowMilliseconds);

    /// <summary>The media driver is gone, or this participant leaves: let go of everything that was added.</summary>
    /// <param name="error">Why, where the media driver is gone.</param>
    void End(BrokerException? error);

    /// <summary>The media driver refused something.</summary>
    /// <returns>True if the participant was just being opened and its opener is notified; else the link starts anew.</returns>
    bool FailOpening(BrokerException error);
}
