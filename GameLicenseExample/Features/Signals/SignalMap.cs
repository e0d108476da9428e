using System.Collections.Immutable;
using GameLicenseExample.Features.Decisions;
using Genie.EventStore;
using Genie.Geocoding;

namespace GameLicenseExample.Features.Signals;

/// <summary>
/// Networks by where they were heard, as wigle.net collects them, and a device's place by the networks that it hears. Safe for concurrent callers.
/// </summary>
/// <param name="store">The events.</param>
internal sealed class SignalMap(IEventStore store) : IDisposable
{
    private const int PerNetworkMax = 200;
    private readonly DecisionStream<ImmutableSortedDictionary<string, ImmutableList<Observation>>, Observation> _networks = new(
        store, "game/signals", ImmutableSortedDictionary.Create<string, ImmutableList<Observation>>(StringComparer.Ordinal), Apply, FeatureJson.Default.Observation);

    /// <summary>Takes an observation in.</summary>
    /// <exception cref="FeatureRefusedException">It makes no sense.</exception>
    public Task ObserveAsync(string request, Observation observed, CancellationToken cancellationToken)
    {
        var network = Check(observed.Network);
        if (!(Math.Abs(observed.Latitude) <= 89 && Math.Abs(observed.Longitude) <= 180)) throw new FeatureRefusedException($"Latitude {observed.Latitude}, longitude {observed.Longitude} is no place where networks are sought: latitudes -89 to 89, longitudes -180 to 180 degrees.");
        CheckLevel(observed.LevelDbm);
        var heard = observed with { Network = network };
        return _networks.DecideAsync($"observe/{request}", known => known == heard, _ => heard, cancellationToken);
    }

    /// <summary>Where the networks seem to be.</summary>
    public async Task<IReadOnlyDictionary<string, Estimate>> ReadAsync(CancellationToken cancellationToken) =>
        (await _networks.ReadAsync(cancellationToken).ConfigureAwait(false)).ToImmutableSortedDictionary(static each => each.Key, static each => EstimateOf(each.Value), StringComparer.Ordinal);

    /// <summary>Where a device seems to be that hears these networks.</summary>
    /// <param name="heard">Levels in dBm, by network.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>Null: none of them is known. The error has the networks' own in it.</returns>
    public async Task<Estimate?> LocateAsync(IReadOnlyDictionary<string, double> heard, CancellationToken cancellationToken)
    {
        var networks = await _networks.ReadAsync(cancellationToken).ConfigureAwait(false);
        var known = new List<(Estimate Network, double Weight)>();
        foreach (var (name, level) in heard)
        {
            CheckLevel(level);
            if (networks.TryGetValue(Check(name), out var observed)) known.Add((EstimateOf(observed), WeightedCentroid.WeightOf(level)));
        }

        if (known.Count == 0) return null;

        // All are heard at once: those that are near the best one count.
        known.Sort(static (one, other) => one.Weight.CompareTo(other.Weight));
        var estimate = SignalCluster.EstimateOf([.. known.Select(static each => (new GeoPoint(each.Network.Latitude, each.Network.Longitude), each.Weight))]);
        var ofNetworks = known.Sum(static each => each.Weight * each.Network.ErrorMetres * each.Network.ErrorMetres) / known.Sum(static each => each.Weight);
        var isCertain = estimate.Elsewhere == 0 && known.TrueForAll(static each => each.Network.Status != "uncertain");
        return estimate with { ErrorMetres = Math.Sqrt((estimate.ErrorMetres * estimate.ErrorMetres) + ofNetworks), Status = isCertain ? "steady" : "uncertain" };
    }

    /// <inheritdoc/>
    public void Dispose() => _networks.Dispose();

    private static Estimate EstimateOf(ImmutableList<Observation> observed) => SignalCluster.EstimateOf([.. observed.Select(static each => (each.Place, WeightedCentroid.WeightOf(each.LevelDbm)))]);

    // A network that moved is where it was heard lately.
    private static ImmutableSortedDictionary<string, ImmutableList<Observation>> Apply(ImmutableSortedDictionary<string, ImmutableList<Observation>> networks, Observation observed)
    {
        var known = networks.GetValueOrDefault(observed.Network, []);
        return networks.SetItem(observed.Network, (known.Count < PerNetworkMax ? known : known.RemoveAt(0)).Add(observed));
    }

    private static void CheckLevel(double levelDbm)
    {
        if (!(levelDbm is >= -150 and <= 20)) throw new FeatureRefusedException($"{levelDbm} dBm is no level: -150 to 20.");
    }

    private static string Check(string? network) => network is { Length: 17 } && network.Where(static (each, i) => i % 3 == 2 ? each != ':' : !char.IsAsciiHexDigit(each)).Any() is false
        ? network.ToLowerInvariant()
        : throw new FeatureRefusedException($"'{network}' is no BSSID, as in aa:bb:cc:dd:ee:ff.");
}
