using System.Xml.Linq;
using Genie.Geocoding.Maps.Info;

namespace Genie.Geocoding.Tests.Import;

public sealed class MapInfoTests : IDisposable
{
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task An_imported_layer_is_counted_and_boxed()
    {
        await _folder.ImportAsync(_folder.Write("a.geojsonl", Square("w", 0) + Square("e", 1)));
        var layer = Assert.Single(IndexedMaps.In(_folder.Path));
        Assert.Equal(("county", "county.index", 2L, null), (layer.Layer, layer.Source, layer.Areas, layer.InvalidAreas));

        // The border between them once.
        Assert.Equal(7, layer.Vertices);
        Assert.Equal(new MapExtent(0, 0, 2, 1), layer.Extent);
        Assert.Empty(IndexedMaps.In(Path.Combine(_folder.Path, "none")));
    }

    [Fact]
    public void The_built_in_layers_tell_how_many_of_their_areas_are_invalid()
    {
        var layers = IndexedMaps.BuiltIn(BuiltIn.CacheFolder).ToDictionary(layer => layer.Layer);
        Assert.Equal(["county", "postal", "state"], layers.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(3233, layers["county"].Areas);
        Assert.InRange(layers["county"].InvalidAreas!.Value, 1, 100);
        Assert.InRange(layers["state"].Extent.West, -180, -179.9);
    }

    [Fact]
    public async Task A_picture_has_a_path_a_layer_and_a_page_its_table()
    {
        await _folder.ImportAsync(_folder.Write("a.geojsonl", Square("w", 0) + Square("e", 1)));
        var layers = IndexedMaps.In(_folder.Path);
        var svg = XDocument.Parse(MapPicture.Draw(layers));
        var path = Assert.Single(svg.Descendants(), element => element.Name.LocalName == "path").Attribute("d")!.Value;

        // Seven lines of seven borders, joined: fewer beginnings than lines.
        Assert.Equal(7, path.Split('M', StringSplitOptions.RemoveEmptyEntries).Sum(line => line[(line.IndexOf('l', StringComparison.Ordinal) + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries).Length / 2));
        Assert.InRange(path.Count(c => c == 'M'), 1, 3);
        var page = Path.Combine(_folder.Path, "map.html");
        await MapPicture.WriteAsync(page, layers, CancellationToken.None);
        Assert.Contains("<td>county.index</td><td>2</td><td>7</td>", await File.ReadAllTextAsync(page), StringComparison.Ordinal);
    }

    [Fact]
    public void A_picture_of_the_whole_Earth_stays_small() =>
        Assert.InRange(MapPicture.Draw([.. IndexedMaps.BuiltIn(BuiltIn.CacheFolder).Where(layer => layer.Layer == "state")]).Length, 100_000, 3_000_000);

    private static string Square(string code, int x) =>
        $$"""{"type":"Feature","properties":{"code":"{{code}}"},"geometry":{"type":"Polygon","coordinates":[[[{{x}},0],[{{x + 1}},0],[{{x + 1}},1],[{{x}},1],[{{x}},0]]]} }""";
}
