using System.Collections.Immutable;
using System.Globalization;
using GameLicenseExample.Features.Decisions;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Keys;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;

namespace GameLicenseExample.Features.Locator;

/// <summary>The nearest venues for everybody, and friends for those whom they let know. Safe for concurrent callers.</summary>
/// <param name="store">The events.</param>
/// <param name="processor">Takes places in.</param>
/// <param name="keys">Knows the last ones.</param>
/// <param name="clock">Ends consents.</param>
internal sealed class PlaceFinder(IEventStore store, GeniusProcessor processor, KeyStates keys, TimeProvider clock) : IDisposable
{
    private const string VenueKind = "venue";
    private const string PersonKind = "here";
    private const string VenuePrefix = "venue/";
    private const string PersonPrefix = "person/";
    private readonly DecisionStream<ImmutableDictionary<(string Owner, string Friend), DateTimeOffset>, ConsentChanged> _consents =
        new(store, "game/consents", ImmutableDictionary<(string Owner, string Friend), DateTimeOffset>.Empty, Apply, FeatureJson.Default.ConsentChanged);

    // Genius knows where everything is; here each request's name stands for one report.
    private readonly DecisionStream<long, PlaceReported> _places = new(store, "game/places", 0, static (reports, _) => reports + 1, FeatureJson.Default.PlaceReported);

    /// <summary>Puts a venue on the map, or moves it.</summary>
    public Task PutVenueAsync(string request, string venue, GeoPoint place, CancellationToken cancellationToken) => ReportAsync(request, VenuePrefix + Names.Check(venue), VenueKind, place, cancellationToken);

    /// <summary>Says where somebody is. Nobody is told who has no consent.</summary>
    public Task PutPersonAsync(string request, string person, GeoPoint place, CancellationToken cancellationToken) => ReportAsync(request, PersonPrefix + Names.Check(person), PersonKind, place, cancellationToken);

    /// <summary>Lets a friend know where somebody is, for a time; null: no more.</summary>
    /// <exception cref="FeatureRefusedException">The request's name stands for another.</exception>
    public Task ChangeConsentAsync(string request, string owner, string friend, TimeSpan? duration, CancellationToken cancellationToken)
    {
        var changed = new ConsentChanged(Names.Check(owner), Names.Check(friend), clock.GetUtcNow() + duration, duration);
        return _consents.DecideAsync($"consent/{request}", known => known.IsAskedAs(changed), _ => changed, cancellationToken);
    }

    /// <summary>The consents that hold now, with their ends, by who is seen and who may see him.</summary>
    public async Task<IReadOnlyList<KeyValuePair<(string Owner, string Friend), DateTimeOffset>>> ReadConsentsAsync(CancellationToken cancellationToken)
    {
        var now = clock.GetUtcNow();
        return [.. (await _consents.ReadAsync(cancellationToken).ConfigureAwait(false)).Where(each => now < each.Value).OrderBy(static each => each.Key)];
    }

    /// <summary>The venues that are nearest to a place.</summary>
    /// <exception cref="FeatureRefusedException">The place is none.</exception>
    public Task<IReadOnlyList<Found>> FindVenuesAsync(GeoPoint near, int count, CancellationToken cancellationToken) => FindAsync(Condition.Kind(VenueKind), near, count, VenuePrefix, cancellationToken);

    /// <summary>The friends who are nearest to somebody, of those who let him know.</summary>
    public async Task<IReadOnlyList<Found>> FindFriendsAsync(string person, int count, CancellationToken cancellationToken)
    {
        if (await keys.GetAsync(PersonPrefix + Names.Check(person), cancellationToken).ConfigureAwait(false) is not { } self) return [];
        var friends = (await ReadConsentsAsync(cancellationToken).ConfigureAwait(false)).Where(each => each.Key.Friend == person).Select(static each => Condition.Key(PersonPrefix + each.Key.Owner)).ToList();

        // Nobody who has not consented is even looked for.
        return friends.Count == 0 ? [] : await FindAsync(new AnyOf(friends), self.Event.Place, count, PersonPrefix, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _consents.Dispose();
        _places.Dispose();
    }

    private async Task ReportAsync(string request, string key, string kind, GeoPoint place, CancellationToken cancellationToken)
    {
        CheckPlace(place);
        var (reported, _) = await _places.DecideAsync(
            request, known => (known.Key, known.Latitude, known.Longitude) == (key, place.Latitude, place.Longitude), _ => new PlaceReported(key, place.Latitude, place.Longitude, clock.GetUtcNow()), cancellationToken).ConfigureAwait(false);

        // Said again, also after a crash in between, it is the same event for Genius.
        await processor.ProcessAsync(new GeniusEvent { Key = key, RequestKey = RequestKeys.Of(request), Kind = kind, Time = reported.Time, Place = place }, cancellationToken).ConfigureAwait(false);
    }

    private static void CheckPlace(GeoPoint place)
    {
        if (!(Math.Abs(place.Latitude) <= 90 && Math.Abs(place.Longitude) <= 180))
            throw new FeatureRefusedException(string.Create(CultureInfo.InvariantCulture, $"Latitude {place.Latitude}, longitude {place.Longitude} is no place on Earth: -90 to 90 and -180 to 180 degrees."));
    }

    private async Task<IReadOnlyList<Found>> FindAsync(Condition where, GeoPoint near, int count, string prefix, CancellationToken cancellationToken)
    {
        CheckPlace(near);
        var found = await keys.FindAsync(new KeyQuery { Where = where, Near = near, KeysMax = count }, cancellationToken).ConfigureAwait(false);
        return [.. found.Select(each => new Found(each.State.Event.Key[prefix.Length..], each.Metres ?? 0, each.State.Event.Place.Latitude, each.State.Event.Place.Longitude, each.State.Event.Time))];
    }

    private static ImmutableDictionary<(string Owner, string Friend), DateTimeOffset> Apply(ImmutableDictionary<(string Owner, string Friend), DateTimeOffset> consents, ConsentChanged changed) =>
        changed.Until is { } until ? consents.SetItem((changed.Owner, changed.Friend), until) : consents.Remove((changed.Owner, changed.Friend));
}
