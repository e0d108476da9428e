using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>The library's own maps, opened once.</summary>
internal static class BuiltInGeocoder
{
    public static EmbeddedGeocoder Instance { get; } = EmbeddedGeocoder.OpenDefault();
}
