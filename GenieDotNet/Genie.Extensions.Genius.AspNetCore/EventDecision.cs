using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>What becomes of an event that a call brought.</summary>
internal static class EventDecision
{
    /// <summary>Processes it, or says why it is none.</summary>
    public static async Task<Decision> OfAsync(IEventProcessor processor, Event message, CancellationToken cancellationToken)
    {
        try
        {
            // The host's processor judges it too; a substitute may not.
            var value = EventCodec.FromMessage(message);
            EventCheck.Require(value);
            return EventMessages.Accept(message, await processor.ProcessAsync(value, cancellationToken).ConfigureAwait(false));
        }
        catch (Exception error) when (error is MalformedEventException or FutureEventException or RequestKeyReusedException or ArgumentException)
        {
            return EventMessages.Refuse(message, error.Message);
        }
    }
}
