using Genie.Workload.Places;

namespace Genie.Workload.Parties;

/// <summary>All requests of one seed: one for each known place, made when first needed.</summary>
internal sealed class RequestTemplates
{
    // Quantiles of a skewed choice, each as likely as the others.
    private const int QuantileCount = 1 << 16;

    private readonly ulong _seed;
    private readonly int _parties;
    private readonly IReadOnlyList<KnownPlace> _places = KnownPlaces.All;
    private readonly RequestTemplate?[] _templates = new RequestTemplate?[KnownPlaces.All.Count];
    private readonly ushort[]? _partyByQuantile;

    /// <summary>The requests.</summary>
    /// <param name="seed">What they follow from.</param>
    /// <param name="parties">How many parties they are about.</param>
    /// <param name="skew">The exponent of Zipf's law; 0: all parties alike.</param>
    public RequestTemplates(ulong seed, int parties = PartyDirectory.Count, double skew = 0)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(parties, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(parties, PartyDirectory.Count);
        if (!(skew >= 0) || double.IsInfinity(skew)) throw new ArgumentOutOfRangeException(nameof(skew), skew, "The exponent of Zipf's law is a number from 0 on.");
        (_seed, _parties) = (seed, parties);
        if (skew > 0) _partyByQuantile = Quantify(parties, skew);
    }

    /// <summary>The template of one request, the same for the same three numbers.</summary>
    public RequestTemplate For(uint sender, ulong sequence)
    {
        var index = IndexOf(SplitMix64.Mix(_seed, sender, sequence));

        // Two threads may make the same one at once; both are alike.
        return Volatile.Read(ref _templates[index]) ?? Create(index);
    }

    private int IndexOf(ulong random)
    {
        if (_partyByQuantile is null && _parties == PartyDirectory.Count) return (int)(random % (ulong)_templates.Length);

        // Each party has as many places as there are templates for it.
        var party = _partyByQuantile is null ? (int)(random % (ulong)_parties) : _partyByQuantile[random % QuantileCount];
        return party + (PartyDirectory.Count * (int)((random >> 32) % (ulong)(_templates.Length / PartyDirectory.Count)));
    }

    private RequestTemplate Create(int index)
    {
        var template = new RequestTemplate(PartyDirectory.At(index % PartyDirectory.Count), _places[index], new SplitMix64(SplitMix64.Mix(_seed, ~0UL, (ulong)index)));
        Volatile.Write(ref _templates[index], template);
        return template;
    }

    private static ushort[] Quantify(int parties, double skew)
    {
        var weights = Enumerable.Range(1, parties).Select(rank => Math.Pow(rank, -skew)).ToArray();
        var (total, below, party) = (weights.Sum(), 0.0, 0);
        var quantiles = new ushort[QuantileCount];
        for (var i = 0; i < QuantileCount; i++)
        {
            while (party < parties - 1 && below + weights[party] <= (i + 0.5) / QuantileCount * total) below += weights[party++];
            quantiles[i] = (ushort)party;
        }

        return quantiles;
    }
}
