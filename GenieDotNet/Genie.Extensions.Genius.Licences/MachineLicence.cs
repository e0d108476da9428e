using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Identities;

namespace Genie.Extensions.Genius.Licences;

/// <summary>What a machine's licence events amount to. The last decision counts: a machine that is denied holds no older licence either.</summary>
public sealed record MachineLicence
{
    /// <summary>The last event that is in it.</summary>
    public long Version { get; private init; }

    /// <summary>The last decision, or null.</summary>
    public LicenceDecision? Decision { get; private init; }

    /// <summary>Why the licence of that decision was taken back; null if it was not.</summary>
    public string? RevokedFor { get; private init; }

    /// <summary>True while the machine may do what the licence is for.</summary>
    public bool IsInForce(DateTimeOffset now) => Decision is { IsGranted: true, ValidUntil: { } until } && RevokedFor is null && now < until;

    /// <summary>Why the machine may not, in words; empty while it may.</summary>
    public string RefusalReason(DateTimeOffset now) => this switch
    {
        { Decision: null } => "no licence was asked for",
        { Decision.IsGranted: false } => Decision.Reason,
        { RevokedFor: { } reason } => $"the licence was revoked: {reason}",
        _ => IsInForce(now) ? "" : $"the licence ended at {Decision.ValidUntil:u}",
    };

    /// <summary>Reads a machine's events.</summary>
    public static async Task<MachineLicence> LoadAsync(IEventStore store, PublicIdentity machine, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        ArgumentNullException.ThrowIfNull(machine);

        // Only the last decision and what follows it count, and most streams are short.
        var state = new MachineLicence();
        await foreach (var each in store.ReadStreamAsync(LicenceEvents.StreamOf(machine), 1, cancellationToken).ConfigureAwait(false)) state = state.After(each);
        return state;
    }

    /// <summary>The state after one more event.</summary>
    public MachineLicence After(RecordedEvent value)
    {
        ArgumentNullException.ThrowIfNull(value);
        var next = this with { Version = value.Version };
        switch (value.Type)
        {
            case LicenceEvents.Decided:
                return next with { Decision = LicenceDecision.FromMessage(LicenceDecided.Parser.ParseFrom(value.Payload.Span)), RevokedFor = null };
            case LicenceEvents.Revoked:
                var revoked = LicenceRevoked.Parser.ParseFrom(value.Payload.Span);
                return revoked.Licence == Decision?.Licence ? next with { RevokedFor = revoked.Reason } : next;
            default:
                return next;
        }
    }
}
