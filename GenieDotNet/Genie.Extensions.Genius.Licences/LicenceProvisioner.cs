using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Licences;

/// <summary>Grants and denies licences by the rules, and takes them back. Every decision is an event of the machine's stream. Safe for concurrent callers.</summary>
public sealed class LicenceProvisioner(IEventStore store, ILicenceRules rules, LicenceOptions options)
{
    private readonly RevocationRecord _revocations = new(store, options);

    /// <summary>Decides about a machine at a place, and puts the decision on record.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="place">Where it says that it stands.</param>
    /// <param name="licence">The name of the licence, if it is granted.</param>
    /// <param name="key">Names the request: the same one again is not decided again.</param>
    /// <param name="cancellationToken">Abandons it; a decision that was appended stays.</param>
    /// <returns>The decision; null if the request was decided before. A place that is none is denied, with the coordinate that is wrong as the reason, and nothing is put on record.</returns>
    public async Task<LicenceDecision?> DecideAsync(PublicIdentity machine, GeoPoint place, string licence, RequestKey key, CancellationToken cancellationToken)
    {
        var now = options.Clock.GetUtcNow();
        if (EventCheck.RefusalReason(place) is { } reason) return Denied(place, licence, now, reason);
        var evaluation = await rules.EvaluateAsync(place, now, cancellationToken).ConfigureAwait(false);
        var decision = new LicenceDecision
        {
            Licence = licence,
            IsGranted = evaluation.IsGranted,
            Region = evaluation.Region,
            Rule = evaluation.Rule,
            Reason = evaluation.Reason,
            Place = place,
            DecidedAt = now,
            ValidUntil = evaluation.IsGranted ? now + options.ValidFor : null,
            RulesVersion = evaluation.RulesVersion,
        };
        var events = new NewEvent[] { new(LicenceEvents.Decided, decision.ToMessage().ToByteArray()) };
        var result = await store.AppendAsync(new AppendRequest(LicenceEvents.StreamOf(machine), events) { Key = key }, cancellationToken).ConfigureAwait(false);
        if (result.IsRepeat) return null;
        LicenceMetrics.Decided(decision.IsGranted);
        return decision;
    }

    // A rule about places elsewhere would grant it: what is no place lies in no region.
    private static LicenceDecision Denied(GeoPoint place, string licence, DateTimeOffset now, string reason)
    {
        LicenceMetrics.Decided(isGranted: false);
        return new LicenceDecision { Licence = licence, IsGranted = false, Region = DecidingRegion.NoPlace, Rule = "", Reason = "the " + reason, Place = place, DecidedAt = now };
    }

    /// <summary>A machine's licence as it is.</summary>
    public Task<MachineLicence> ReadAsync(PublicIdentity machine, CancellationToken cancellationToken) => MachineLicence.LoadAsync(store, machine, cancellationToken);

    /// <summary>Takes a machine's licence back; its next event is refused.</summary>
    /// <returns>False if it has none that is in force.</returns>
    public async Task<bool> RevokeAsync(PublicIdentity machine, string reason, CancellationToken cancellationToken) =>
        await RevokeAsync(machine, reason, key: null, cancellationToken).ConfigureAwait(false) ?? false;

    /// <summary>As <see cref="RevokeAsync(PublicIdentity, string, CancellationToken)"/>, for a request that has a name.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="reason">Why, for the record and the machine.</param>
    /// <param name="key">Names the request: the same one again takes no later licence back.</param>
    /// <param name="cancellationToken">Abandons it; a revocation that was appended stays.</param>
    /// <returns>False if it has none that is in force; null if the request took one back before.</returns>
    public async Task<bool?> RevokeAsync(PublicIdentity machine, string reason, RequestKey? key, CancellationToken cancellationToken)
    {
        var stream = LicenceEvents.StreamOf(machine);
        while (true)
        {
            if (key is { } name && await store.FindAsync(stream, name, cancellationToken).ConfigureAwait(false) is not null) return null;
            var state = await ReadAsync(machine, cancellationToken).ConfigureAwait(false);
            var now = options.Clock.GetUtcNow();
            if (!state.IsInForce(now)) return false;
            var revoked = new LicenceRevoked
            {
                Licence = state.Decision!.Licence,
                Reason = reason,
                RevokedAt = Timestamp.FromDateTimeOffset(now),
                ValidUntil = Timestamp.FromDateTimeOffset(state.Decision.ValidUntil!.Value),
            };
            var request = new AppendRequest(stream, new NewEvent[] { new(LicenceEvents.Revoked, revoked.ToByteArray()) }) { ExpectedVersion = state.Version, Key = key };
            try
            {
                return (await store.AppendAsync(request, cancellationToken).ConfigureAwait(false)).IsRepeat ? null : true;
            }
            catch (VersionConflictException)
            {
                // A new licence came between: that one is meant too.
            }
        }
    }

    internal ValueTask<RevocationStatement> ReadRevocationsAsync(CancellationToken cancellationToken) => _revocations.ReadAsync(cancellationToken);

    /// <summary>
    /// Puts something that happened at a machine on record, if its licence is in force, or if the event's kind is one of <see cref="LicenceOptions.ClosingKinds"/> and the machine's last event's is not. The same
    /// event again is recorded once, and another one with the same request key refused.
    /// </summary>
    /// <returns>Whether it is on record, and why not.</returns>
    public async Task<EventReceipt> RecordAsync(PublicIdentity machine, Event message, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(message);
        var stream = LicenceEvents.MachineStreamOf(machine);
        var value = EventCodec.FromMessage(message);
        if (value.Key != stream) return new EventReceipt { Reason = "the event is another machine's" };
        var known = await store.FindAsync(stream, value.RequestKey, cancellationToken).ConfigureAwait(false);
        if (known is { } earlier) return await RepeatedAsync(stream, earlier, message, value.RequestKey, cancellationToken).ConfigureAwait(false);
        if (EventCheck.RefusalReason(value) is { } wrong) return new EventReceipt { Reason = wrong };
        var reason = (await ReadAsync(machine, cancellationToken).ConfigureAwait(false)).RefusalReason(options.Clock.GetUtcNow());
        var request = new AppendRequest(stream, new NewEvent[] { new(LicenceEvents.MachineEvent, message.ToByteArray()) }) { Key = value.RequestKey };
        if (reason.Length > 0)
        {
            if (!options.ClosingKinds.Contains(value.Kind) || await FindOpenAsync(stream, cancellationToken).ConfigureAwait(false) is not { } last) return new EventReceipt { Reason = reason };
            request = request with { ExpectedVersion = last };
        }

        try
        {
            var result = await store.AppendAsync(request, cancellationToken).ConfigureAwait(false);
            return result.IsRepeat ? await RepeatedAsync(stream, result, message, value.RequestKey, cancellationToken).ConfigureAwait(false) : new EventReceipt { Recorded = true, Version = result.LastVersion };
        }
        catch (VersionConflictException)
        {
            // Something else of the machine's came between: only a machine that runs twice does that.
            return new EventReceipt { Reason = reason };
        }
    }

    private async Task<EventReceipt> RepeatedAsync(string stream, AppendResult first, Event message, RequestKey key, CancellationToken cancellationToken)
    {
        try
        {
            await foreach (var each in store.ReadStreamAsync(stream, first.FirstVersion, cancellationToken).ConfigureAwait(false))
            {
                if (each.Version == first.FirstVersion && !Event.Parser.ParseFrom(each.Payload.Span).Equals(Event.Parser.ParseFrom(message.ToByteArray())))
                    return new EventReceipt { Reason = new RequestKeyReusedException(stream, key).Message };
                break;
            }
        }
        catch (EventsCompactedException)
        {
            // What is not there any more cannot be compared.
        }

        return new EventReceipt { Recorded = true, Version = first.LastVersion };
    }

    /// <summary>The version of a machine's last event if that leaves something to be closed; null: it does not.</summary>
    private async Task<long?> FindOpenAsync(string stream, CancellationToken cancellationToken)
    {
        var version = await store.GetVersionAsync(stream, cancellationToken).ConfigureAwait(false);
        if (version == 0) return null;
        await foreach (var last in store.ReadStreamAsync(stream, version, cancellationToken).ConfigureAwait(false)) return options.ClosingKinds.Contains(Events.EventCodec.Decode(last.Payload.Span).Kind) ? null : last.Version;
        return null;
    }
}
