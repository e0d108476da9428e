using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Keeps each event once, with the rules that it matched then: a repetition is judged by those, whatever rules there are now.</summary>
internal sealed class EventLog(IEventStore store, RuleEngine engine, ProcessedStreams streams, GeniusOptions options)
{
    /// <summary>What the event matched when it first came.</summary>
    /// <exception cref="FutureEventException">It is new, and of a time too far ahead.</exception>
    /// <exception cref="RequestKeyReusedException">Its request key is known for another event.</exception>
    /// <exception cref="MalformedEventException">It is new, and a definition makes a key of it that may not be.</exception>
    public async ValueTask<(EventMatches Matches, bool IsRepeat)> KeepAsync(GeniusEvent value, CancellationToken cancellationToken)
    {
        var stream = ProcessedEvents.StreamOf(value.Key);
        if (await store.FindAsync(stream, value.RequestKey, cancellationToken).ConfigureAwait(false) is { } known)
            return (await FirstMatchesAsync(value, stream, known, cancellationToken).ConfigureAwait(false), true);
        CheckTime(value.Time);
        var matches = await MatchAsync(value, cancellationToken).ConfigureAwait(false);
        streams.CheckKeys(value, matches.Rules);
        NewEvent[] events = [ProcessedEvents.Write(value, matches)];
        var result = await store.AppendAsync(new AppendRequest(stream, events) { Key = value.RequestKey }, cancellationToken).ConfigureAwait(false);
        return result.IsRepeat ? (await FirstMatchesAsync(value, stream, result, cancellationToken).ConfigureAwait(false), true) : (matches, false);
    }

    private void CheckTime(DateTimeOffset time)
    {
        var now = options.Grains.Clock.GetUtcNow();
        if (time - now > options.FutureMax) throw new FutureEventException(time, now + options.FutureMax);
    }

    private async ValueTask<EventMatches> MatchAsync(GeniusEvent value, CancellationToken cancellationToken)
    {
        PlaceAnswer? place = engine.NeedsPlaces ? await engine.LookUpAsync(value, cancellationToken).ConfigureAwait(false) : null;
        var rules = new List<string>();
        await engine.MatchAsync(value, place, rules, cancellationToken).ConfigureAwait(false);
        rules.Sort(StringComparer.Ordinal);
        return new EventMatches(rules, await engine.MatchStepsAsync(value, place, rules, cancellationToken).ConfigureAwait(false));
    }

    private async ValueTask<EventMatches> FirstMatchesAsync(GeniusEvent value, string stream, AppendResult first, CancellationToken cancellationToken)
    {
        try
        {
            await foreach (var each in store.ReadStreamAsync(stream, first.FirstVersion, cancellationToken).ConfigureAwait(false))
            {
                if (each.Version != first.FirstVersion) break;
                var (known, matches) = ProcessedEvents.ReadMatches(each);
                return IsSame(known, value) ? matches : throw new RequestKeyReusedException(stream, value.RequestKey);
            }
        }
        catch (EventsCompactedException)
        {
            // Today's rules are the best that is known.
        }

        return await MatchAsync(value, cancellationToken).ConfigureAwait(false);
    }

    // What encoding makes alike, a longitude of 0 and of -0 say, is the same.
    private static bool IsSame(GeniusEvent known, GeniusEvent value) => EventCodec.ToMessage(known).Equals(EventCodec.ToMessage(EventCodec.Decode(EventCodec.Encode(value))));
}
