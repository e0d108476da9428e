using Genie.Diagnostics.Live;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>Shows events on the live page, each with the rules that decided it.</summary>
/// <param name="feed">The page's feed.</param>
internal sealed class LiveEvents(LiveFeed feed) : IGeniusObserver
{
    /// <inheritdoc/>
    public ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken)
    {
        if (answer.IsRepeat || !feed.IsWatched) return ValueTask.CompletedTask;
        feed.Publish(new LiveEvent(value.Key, value.Kind, value.Time, value.Place.Latitude, value.Place.Longitude));
        feed.Publish(new LiveDecision(value.Key, answer.Rules.Count > 0, answer.Rules.Count > 0 ? "rules match" : "no rule matches", answer.Rules));
        return ValueTask.CompletedTask;
    }
}
