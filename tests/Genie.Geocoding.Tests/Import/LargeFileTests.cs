using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.Tests.Import;

/// <summary>Files larger than the memory that reading them takes.</summary>
public sealed class LargeFileTests
{
    [Fact]
    public void Reading_row_by_row_holds_little_of_a_large_file()
    {
        const int Features = 10_000;
        using var stream = new ManyFeatures(Features);
        using var source = new GeoJsonSource(stream);
        var rows = 0;
        while (source.Next() is { } feature)
        {
            Assert.Null(feature.Problem);
            rows++;
        }

        Assert.Equal(Features, rows);
        Assert.InRange(stream.Written, 15_000_000, 30_000_000);
        Assert.InRange(source.BufferBytes, 1, 1_000_000);
    }

    /// <summary>A collection that is made while it is read.</summary>
    private sealed class ManyFeatures(int count) : TextStream
    {
        private readonly string _ring = string.Join(",", Enumerable.Range(0, 50).Select(i => FormattableString.Invariant($"[{Math.Cos(i / 8.0)},{Math.Sin(i / 8.0)}]")));
        private int _next = -1;

        protected override string? NextText()
        {
            var i = _next++;
            if (i < 0) return """{"type":"FeatureCollection","features":[""";
            if (i == count) return "]}";
            return i > count ? null : $$"""{{(i > 0 ? "," : "")}}{"type":"Feature","properties":{"code":"{{i}}"},"geometry":{"type":"Polygon","coordinates":[[{{_ring}}]]} }""";
        }
    }
}
