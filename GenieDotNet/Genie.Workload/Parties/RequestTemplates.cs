using Genie.Workload.Places;

namespace Genie.Workload.Parties;

/// <summary>All requests of one seed: one for each known place, made when first needed.</summary>
internal sealed class RequestTemplates(ulong seed)
{
    private readonly IReadOnlyList<KnownPlace> _places = KnownPlaces.All;
    private readonly RequestTemplate?[] _templates = new RequestTemplate?[KnownPlaces.All.Count];

    /// <summary>The template of one request, the same for the same three numbers.</summary>
    public RequestTemplate For(uint sender, ulong sequence)
    {
        var index = (int)(SplitMix64.Mix(seed, sender, sequence) % (ulong)_templates.Length);

        // Two threads may make the same one at once; both are alike.
        return Volatile.Read(ref _templates[index]) ?? Create(index);
    }

    private RequestTemplate Create(int index)
    {
        var template = new RequestTemplate(PartyDirectory.At(index % PartyDirectory.Count), _places[index], new SplitMix64(SplitMix64.Mix(seed, ~0UL, (ulong)index)));
        Volatile.Write(ref _templates[index], template);
        return template;
    }
}
