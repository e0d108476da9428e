using Genie.Diagnostics.Live;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>
/// Shows licences on the live page: the regions of the rules, who asks where with the issuer's verdict, revocations, and what happens at the machines. It
/// reads what is on record, so it does not matter which process put it there.
/// </summary>
/// <param name="store">The store of rules, licences and machines.</param>
/// <param name="rules">The rules.</param>
/// <param name="feed">The page's feed.</param>
public sealed class LiveLicences(IEventStore store, LicenceRuleStore rules, LiveFeed feed)
{
    /// <summary>The kind of event by which a request for a licence is shown.</summary>
    public const string RequestKind = "licence-request";

    private readonly LiveRegions _regions = new(feed);

    /// <summary>Shows what is put on record from now on, until the token fires.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            var position = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
            await ShowRulesAsync(cancellationToken).ConfigureAwait(false);
            await foreach (var each in store.SubscribeAsync(position, cancellationToken).ConfigureAwait(false))
            {
                if (each.Stream == LicenceEvents.RulesStream) await ShowRulesAsync(cancellationToken).ConfigureAwait(false);
                else if (feed.IsWatched) TryShow(each);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Asked to stop.
        }
    }

    private async Task ShowRulesAsync(CancellationToken cancellationToken) => _regions.Show(await rules.ReadAsync(cancellationToken).ConfigureAwait(false));

    private void TryShow(RecordedEvent each)
    {
        try
        {
            Show(each);
        }
        catch (Exception error) when (error is InvalidProtocolBufferException or MalformedEventException or InvalidOperationException or ArgumentException)
        {
            // A record that cannot be read cannot be shown; those that follow can.
        }
    }

    private void Show(RecordedEvent each)
    {
        switch (each.Type)
        {
            case LicenceEvents.Decided:
                var decided = LicenceDecision.FromMessage(LicenceDecided.Parser.ParseFrom(each.Payload.Span));
                feed.Publish(new LiveEvent(each.Stream, RequestKind, decided.DecidedAt, decided.Place.Latitude, decided.Place.Longitude));
                feed.Publish(new LiveDecision(each.Stream, decided.IsGranted, decided.Reason, decided.Rule.Length > 0 ? [decided.Rule] : []));
                break;
            case LicenceEvents.Revoked:
                feed.Publish(new LiveDecision(each.Stream, IsAccepted: false, $"revoked: {LicenceRevoked.Parser.ParseFrom(each.Payload.Span).Reason}", []));
                break;
            case LicenceEvents.MachineEvent:
                var happened = EventCodec.Decode(each.Payload.Span);
                feed.Publish(new LiveEvent(happened.Key, happened.Kind, happened.Time, happened.Place.Latitude, happened.Place.Longitude));
                break;
        }
    }
}
