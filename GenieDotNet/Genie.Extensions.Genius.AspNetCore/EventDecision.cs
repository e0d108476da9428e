using System.Text;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>What becomes of an event that a call brought.</summary>
internal static class EventDecision
{
    private const int KeyBytesMax = 1024;

    /// <summary>Processes it, or says why it is none.</summary>
    public static async Task<Decision> OfAsync(IEventProcessor processor, Event message, CancellationToken cancellationToken)
    {
        try
        {
            if (Encoding.UTF8.GetByteCount(message.Key) > KeyBytesMax) throw new MalformedEventException($"An event's key has {KeyBytesMax} bytes at most.");
            return EventMessages.Accept(message, await processor.ProcessAsync(EventCodec.FromMessage(message), cancellationToken).ConfigureAwait(false));
        }
        catch (Exception error) when (error is MalformedEventException or FutureEventException)
        {
            return EventMessages.Refuse(message, error.Message);
        }
    }
}
