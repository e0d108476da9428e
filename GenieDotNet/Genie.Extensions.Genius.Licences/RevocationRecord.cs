using System.Collections.Immutable;
using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Licences;

/// <summary>The licences that were taken back and would not have ended yet, read from the store's events as they come. Safe for concurrent callers.</summary>
internal sealed class RevocationRecord(IEventStore store, LicenceOptions options)
{
    private static readonly EventFilter Revocations = new() { Category = LicenceEvents.Category, Types = [LicenceEvents.Revoked] };

    // Callers at once read the same events, and what any of them has found is right.
    private volatile Known _known = new(0, ImmutableSortedDictionary.Create<string, LicenceRevoked>(StringComparer.Ordinal));

    /// <summary>What an issuer signs now: every revocation that was on record before the call is in it.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public async ValueTask<RevocationStatement> ReadAsync(CancellationToken cancellationToken)
    {
        var now = options.Clock.GetUtcNow();
        var (position, licences) = _known;
        var last = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        await foreach (var each in store.ReadAllAsync(position, Revocations, cancellationToken).ConfigureAwait(false))
        {
            var revoked = LicenceRevoked.Parser.ParseFrom(each.Payload.Span);
            (position, licences) = (each.Position, licences.SetItem(revoked.Licence, revoked));
        }

        position = Math.Max(position, last);
        licences = licences.RemoveRange(licences.Where(each => EndOf(each.Value) <= now).Select(static each => each.Key));
        _known = new Known(position, licences);
        return new RevocationStatement
        {
            Number = position,
            IssuedAt = Timestamp.FromDateTimeOffset(now),
            NextAt = Timestamp.FromDateTimeOffset(now + options.RevocationListValidFor),
            Licences = { licences.Values },
        };
    }

    private DateTimeOffset EndOf(LicenceRevoked revoked) => revoked.ValidUntil?.ToDateTimeOffset() ?? revoked.RevokedAt.ToDateTimeOffset() + options.ValidFor;

    private sealed record Known(long Position, ImmutableSortedDictionary<string, LicenceRevoked> Licences);
}
