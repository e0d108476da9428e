using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Keys;

/// <summary>Tries a query's condition against last events. One caller at a time.</summary>
internal sealed class KeyTest
{
    private readonly RuleScan? _scan;
    private readonly IReverseGeocoder? _geocoder;
    private readonly List<string> _met = [];

    /// <exception cref="Regions.InvalidRegionException">A region is none.</exception>
    /// <exception cref="MissingResourceException">The condition asks for what this host does not have.</exception>
    public KeyTest(Condition? condition, IReverseGeocoder geocoder, RuleResources? resources)
    {
        _scan = condition is null ? null : new RuleScan([new Rule("", condition)], resources);
        _geocoder = ConditionBounds.NeedsAreas(condition) ? geocoder : null;
    }

    public async ValueTask<bool> MeetsAsync(KeyState state, CancellationToken cancellationToken)
    {
        if (_scan is null) return true;
        var place = _geocoder is null ? default : await _geocoder.LookUpAsync(state.Event.Place, cancellationToken).ConfigureAwait(false);
        _met.Clear();
        _scan.Match(state.Event, place, _met);
        return _met.Count > 0;
    }
}
