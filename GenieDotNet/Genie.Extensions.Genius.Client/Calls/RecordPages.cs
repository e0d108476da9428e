using System.Runtime.CompilerServices;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Client.Calls;

/// <summary>Polls page after page.</summary>
internal sealed class RecordPages(GeniusEvents.GeniusEventsClient events, Caller caller)
{
    // As long as servers let one wait.
    private static readonly Duration Wait = Duration.FromTimeSpan(TimeSpan.FromSeconds(30));

    public async IAsyncEnumerable<PollResponse> ReadAsync(string consumer, FactFilter? filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var request = new PollRequest { Consumer = consumer, Filter = filter, Wait = Wait, MessageBytesMax = caller.Options.MessageBytesMax };
        while (true)
        {
            var page = await caller.RepeatAsync(options => events.EventPollAsync(request, options), cancellationToken).ConfigureAwait(false);
            if (page.Records.Count > 0) yield return page;
            request.Acknowledged = page.Position;
        }
    }
}
