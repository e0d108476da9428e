using Genie.Geocoding.DuckDb;
using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.Tests.Import;

/// <summary>Small files that were once imported wrongly or partly, without a word: each is imported right, or refused with what to do, and then the old layer stays.</summary>
public sealed class CaseTests : IDisposable
{
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string, int, string?> Imported => new()
    {
        { "arcgis.geojson", 2, "exceededTransferLimit" },
        { "arcgis-after.geojson", 2, "exceededTransferLimit" },
        { "coast-first.geojson", 1, null },
        { "pole-first.geojson", 1, null },
        { "slanted-360.geojson", 1, null },
        { "one.geojson", 1, null },
        { "native-BOTH-OGC_CRS84.parquet", 1, null },
        { "full.shp", 60, null },
        { "full.gml", 60, null },
        { "z.zip", 60, null },
    };

    public static TheoryData<string, string> Refused => new()
    {
        { "cut.shp", ".shp" },
        { "cut.gml", "ERROR 1" },
        { "zbad.zip", "'full.shp'" },
        { "latin1.geojson", "iconv -f ISO-8859-1" },
        { "latin1_nocpg.shp", "SHAPE_ENCODING=ISO-8859-1" },
        { "srid.csv", "EPSG:3857" },
        { "ewkb-srid.csv", "EPSG:3857" },
        { "topo-crs.json", "3857" },
        { "native-BOTH-3857.parquet", "3857" },
        { "native-NONE-25832.parquet", "25832" },
        { "native-V2-25832.parquet", "25832" },
        { "utf16.geojson", "UTF-16; convert it to UTF-8" },
        { "utf16-topo.json", "UTF-16; convert it to UTF-8" },
    };

    [SkippableTheory]
    [MemberData(nameof(Imported))]
    public async Task It_is_imported_whole(string name, int areas, string? warning)
    {
        SkipWithoutOgr(name);
        var report = await MapImporter.RunAsync(_folder.Options(Case(name)).WithParquet(), null, CancellationToken.None);
        Assert.Equal((areas, 0), (report.Areas, report.SkippedCount));
        if (warning is null) Assert.Empty(report.Warnings);
        else Assert.Contains(warning, Assert.Single(report.Warnings), StringComparison.Ordinal);
    }

    [SkippableTheory]
    [MemberData(nameof(Refused))]
    public async Task It_is_refused_with_what_to_do_and_the_old_layer_stays(string name, string expected)
    {
        SkipWithoutOgr(name);
        await _folder.ImportAsync(_folder.Write("old.geojson", """{"type":"Feature","properties":{"code":"old"},"geometry":{"type":"Polygon","coordinates":[[[20,-40],[21,-40],[21,-39],[20,-39],[20,-40]]]} }"""));
        Assert.Contains(expected, (await _folder.RefusesAsync(_folder.Options(Case(name)).WithParquet())).Message, StringComparison.Ordinal);
        Assert.Equal("old", _folder.At(20.5, -39.5));
    }

    [Fact]
    public void Every_case_is_tried()
    {
        var tried = Imported.Select(row => (string)row[0]).Concat(Refused.Select(row => (string)row[0])).Select(Path.GetFileNameWithoutExtension);
        Assert.Equal(Directory.GetFiles(Path.GetDirectoryName(Case("x"))!).Select(Path.GetFileNameWithoutExtension).Distinct().Order(), tried.Distinct().Order());
    }

    [Theory]
    [InlineData("coast-first.geojson")]
    [InlineData("pole-first.geojson")]
    public async Task Antarctica_is_there_whichever_ring_comes_first(string name)
    {
        await _folder.ImportAsync(Case(name));
        for (var x = -180.0; x < 180; x += 15) Assert.Equal(("AQ", "AQ", null), (_folder.At(x, -80), _folder.At(x, -90), _folder.At(x, -60)));
    }

    [Fact]
    public async Task An_island_at_the_antimeridian_is_no_band_around_the_Earth()
    {
        await _folder.ImportAsync(Case("slanted-360.geojson"));
        Assert.Equal(("FJ", "FJ"), (_folder.At(179.98, -16.9), _folder.At(179.999, -16.9)));
        foreach (var x in new[] { 0.0, 30, -27, -179 }) Assert.Null(_folder.At(x, -16.9));
    }

    [SkippableFact]
    public async Task Rows_that_are_marked_as_deleted_are_none_that_are_missing()
    {
        SkipWithoutOgr("full.shp");
        foreach (var extension in new[] { "shp", "shx", "dbf", "prj" }) File.Copy(Case("full." + extension), Path.Combine(_folder.Path, "full." + extension));
        var table = Path.Combine(_folder.Path, "full.dbf");
        var bytes = await File.ReadAllBytesAsync(table);
        bytes[BitConverter.ToUInt16(bytes, 8) + (3 * BitConverter.ToUInt16(bytes, 10))] = (byte)'*';
        await File.WriteAllBytesAsync(table, bytes);
        Assert.Equal(59, (await _folder.ImportAsync(Path.Combine(_folder.Path, "full.shp"))).Areas);
    }

    [SkippableFact]
    public async Task The_advice_for_a_shapefile_without_an_encoding_works()
    {
        SkipWithoutOgr("latin1_nocpg.shp");
        var error = await _folder.RefusesAsync(_folder.Options(Case("latin1_nocpg.shp")));
        Assert.Contains("SHAPE_ENCODING=ISO-8859-1", error.Message, StringComparison.Ordinal);

        // What the variable does, by the sidecar file that says the same: a test must not change the environment of others.
        foreach (var extension in new[] { "shp", "shx", "dbf", "prj" }) File.Copy(Case("latin1_nocpg." + extension), Path.Combine(_folder.Path, "latin1." + extension));
        _folder.Write("latin1.cpg", "ISO-8859-1");
        Assert.Equal(2, (await _folder.ImportAsync(Path.Combine(_folder.Path, "latin1.shp"))).Areas);
        Assert.Equal("Árbol Ñandú", Indexing.LayerIndex.Open(_folder.Index("county")).AreaAt(new GeoPoint(10.5, 10.5))?.Name);
    }

    private static string Case(string name) => Path.Combine(AppContext.BaseDirectory, "Import", "Files", "cases", name);

    private static void SkipWithoutOgr(string name) =>
        Skip.If(Path.GetExtension(name) is ".shp" or ".gml" or ".zip" && Servers.Executables.Find("ogr2ogr") is null, "ogr2ogr is not installed (Debian: gdal-bin).");
}
