using Genie.Geocoding;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>One way to look points up; a struct, so that the measuring loop calls it without indirection.</summary>
internal interface IGeoLookup
{
    /// <summary>Answers each point with the area whose code is compared, or null.</summary>
    void LookUp(ReadOnlySpan<GeoPoint> points, Span<Area?> answers);
}
