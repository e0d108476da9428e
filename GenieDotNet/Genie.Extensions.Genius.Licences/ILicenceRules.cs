using Genie.Geocoding;

namespace Genie.Extensions.Genius.Licences;

/// <summary>Says where licences are granted. Safe for concurrent callers.</summary>
public interface ILicenceRules
{
    /// <summary>What the rules say now about a place at a time.</summary>
    ValueTask<LicenceEvaluation> EvaluateAsync(GeoPoint place, DateTimeOffset time, CancellationToken cancellationToken);
}
