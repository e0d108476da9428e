using System.Text.Json;
using GameLicenseExample.Playing;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Licences;
using Genie.Geocoding;

namespace GameLicenseExample.Features.Reports;

/// <summary>Plays by place and hour, from what machines have put on record.</summary>
internal static class PlayReport
{
    /// <summary>Counts.</summary>
    /// <param name="store">The events; one that is open for reading only will do.</param>
    /// <param name="geocoder">Finds the places.</param>
    /// <param name="from">Plays from this instant on; null: from the first.</param>
    /// <param name="until">Plays before this instant; null: to the last.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>The rows, by hour and place.</returns>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public static async Task<IReadOnlyList<PlayRow>> ReadAsync(IEventStore store, IReverseGeocoder geocoder, DateTimeOffset? from, DateTimeOffset? until, CancellationToken cancellationToken)
    {
        var rows = new Dictionary<PlayRow, (long Plays, long Staked, long Paid, HashSet<string> Machines)>();
        var filter = new EventFilter { Category = "machine", Types = [LicenceEvents.MachineEvent] };
        await foreach (var each in store.ReadAllAsync(0, filter, cancellationToken).ConfigureAwait(false))
        {
            var played = EventCodec.Decode(each.Payload.Span);
            if (played.Kind != PlayJournal.Played || played.Time < from || played.Time >= until || !TryRead(played, out var staked, out var paid)) continue;
            var key = KeyOf(played, await geocoder.LookUpAsync(played.Place, cancellationToken).ConfigureAwait(false));
            var sums = rows.TryGetValue(key, out var known) ? known : (0, 0, 0, new HashSet<string>(StringComparer.Ordinal));
            sums.Item4.Add(played.Key);
            rows[key] = (sums.Item1 + 1, sums.Item2 + staked, sums.Item3 + paid, sums.Item4);
        }

        return [.. rows.Select(static row => row.Key with { Plays = row.Value.Plays, Staked = row.Value.Staked, Paid = row.Value.Paid, Machines = row.Value.Machines.Count })
            .OrderBy(static row => row.Hour).ThenBy(static row => row.Country, StringComparer.Ordinal).ThenBy(static row => row.State, StringComparer.Ordinal).ThenBy(static row => row.County, StringComparer.Ordinal)];
    }

    private static PlayRow KeyOf(GeniusEvent played, in PlaceAnswer place)
    {
        var time = played.Time.ToUniversalTime();
        var hour = new DateTimeOffset(time.Year, time.Month, time.Day, time.Hour, 0, 0, TimeSpan.Zero);
        return new PlayRow(hour, place.Country?.Code ?? "", place.State?.Code ?? "", place.County?.Code ?? "", (place.County ?? place.State ?? place.Country)?.Name ?? "");
    }

    // What a machine wrote into a play is its own; one that is not ours is left out.
    private static bool TryRead(GeniusEvent played, out long staked, out long paid)
    {
        (staked, paid) = (0, 0);
        try
        {
            using var json = JsonDocument.Parse(played.Payload);
            return json.RootElement.ValueKind == JsonValueKind.Object && json.RootElement.TryGetProperty("risk", out var risk) && risk.TryGetInt64(out staked)
                && json.RootElement.TryGetProperty("paid", out var won) && won.TryGetInt64(out paid);
        }
        catch (Exception error) when (error is JsonException or InvalidOperationException)
        {
            return false;
        }
    }
}
