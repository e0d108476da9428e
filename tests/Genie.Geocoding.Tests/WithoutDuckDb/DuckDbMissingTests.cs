using Genie.Geocoding.DuckDb;
using Genie.Geocoding.Tests.Import;

namespace Genie.Geocoding.Tests.WithoutDuckDb;

/// <summary>What callers are told where the feed lacks DuckDB.</summary>
public sealed class DuckDbMissingTests
{
    private const string Package = "DuckDB.NET.Data.Full";

    [Fact]
    public async Task The_package_is_named()
    {
        Assert.False(DuckDbSupport.IsAvailable);
        var error = await Assert.ThrowsAsync<DuckDbMissingException>(() => DuckDbSupport.OpenGeocoderAsync(null, default));
        Assert.Contains(Package, error.Message, StringComparison.Ordinal);
        Assert.Throws<DuckDbMissingException>(() => DuckDbSupport.QueryResults("results.json", "SELECT 1", default));
    }

    [Fact]
    public async Task Parquet_is_refused_with_advice()
    {
        using var folder = new ImportFolder();
        var error = await folder.RefusesAsync(folder.Options(folder.Write("a.parquet", "PAR1")).WithParquet());
        Assert.Contains(Package, error.Message, StringComparison.Ordinal);
    }
}
