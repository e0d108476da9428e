using Genie.Geocoding.Maps;
using Genie.Testing;

namespace Genie.Geocoding.Tests;

/// <summary>Several layers in one look-up, and layers that come and go while look-ups run.</summary>
public sealed class LayersTests : IDisposable
{
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Postal_codes_come_with_county_state_and_country_in_one_lookup()
    {
        using var geocoder = Open(layers: ["county", "state", "postal"]);
        var answer = geocoder.LookUp(Pentagon);
        Assert.Equal(("51013", "US-VA", "US"), (answer.County?.Code, answer.State?.Code, answer.Country?.Code));
        Assert.Equal("postal", answer.PostalCode?.Layer);
        Assert.Equal("US-VA", geocoder.LookUp(new GeoPoint(38.88, -77.10)).PostalCode?.ParentCode);
        Assert.Equal("10001", geocoder.LookUp(new GeoPoint(40.75065, -73.997293)).PostalCode?.Code);
        Assert.Null(geocoder.LookUp(new GeoPoint(48.8566, 2.3522)).PostalCode);
        Assert.Equal("FR-75", geocoder.LookUp(new GeoPoint(48.8566, 2.3522)).State?.Code);

        var points = Sampling.SamplePoints.Make("us", 20_000, 4);
        var answers = new PlaceAnswer[points.Length];
        geocoder.LookUp(points, answers);
        Assert.Equal(points.Select(geocoder.LookUp), answers);
    }

    [Fact]
    public void Postal_cells_agree_with_whole_number_arithmetic()
    {
        using var geocoder = Open(layers: ["postal"]);
        var map = BuiltInMaps.ReadPostalCells();
        var (search, index) = (new PlainSearch(map), geocoder.Layer("postal"));
        foreach (var (x, y) in HardPoints.Of(map, 2000, seed: 7)) Assert.Equal(search.Find(x, y)?.Code, index.AreaAt(new GeoPoint(y, x))?.Code);
    }

    [Fact]
    public void An_imported_layer_is_asked_before_the_built_in_one_and_fills_only_its_own_member()
    {
        Put("zones.index", "timezone", "Etc/Test", -180, -90, 180, 90);
        Put("mine.index", "county", "mine", -78, 38, -77, 39);
        using var geocoder = Open();
        var answer = geocoder.LookUp(Pentagon);
        Assert.Equal(("mine", "US-VA", "Etc/Test"), (answer.County?.Code, answer.State?.Code, answer.TimeZone?.Code));
        var sea = geocoder.LookUp(new GeoPoint(0, 0));
        Assert.Equal((LookupStatus.Found, null, "Etc/Test"), (sea.Status, sea.Country, sea.TimeZone?.Code));
    }

    [Fact]
    public void Codes_are_those_of_all_areas_that_can_be_answered_with()
    {
        using var geocoder = Open(layers: ["county", "state", "postal"]);
        var codes = geocoder.AreaCodes;
        Assert.Same(codes, geocoder.AreaCodes);
        var points = Sampling.SamplePoints.Make("us", 20_000, 4).Concat(Sampling.SamplePoints.Make("world", 20_000, 4));
        foreach (var area in points.Select(geocoder.LookUp).SelectMany(AnswerParts.AreasOf)) Assert.Contains(area.Code, codes[area.Layer]);
        Assert.Equal((false, false, false), (codes["county"].Contains("99999"), codes["state"].Contains("US-ZZ"), codes.ContainsKey("place")));

        Put("mine.index", "place", "mine", -78, 38, -77, 39);
        Assert.True(geocoder.Reload());
        Assert.Equal(["mine"], geocoder.AreaCodes["place"]);
        IReverseGeocoder nearest = new Places.NearestPlaceGeocoder(geocoder, Places.NearestPlaces.BuiltIn, 15_000);
        Assert.Same(nearest.AreaCodes, nearest.AreaCodes);
        Assert.Equal(geocoder.AreaCodes.Keys.Except(["place"]).Order(), nearest.AreaCodes!.Keys.Order());
    }

    [Fact]
    public void What_a_later_layer_says_is_left_out_where_it_contradicts_an_earlier_one()
    {
        Put("mine.index", "country", "CAN", -78, 38, -77, 39);
        using (var geocoder = Open()) Assert.Equal(("CAN", null, null), Codes(geocoder.LookUp(Pentagon)));
        Put("mine.index", "country", "USA", -78, 38, -77, 39);
        using (var geocoder = Open()) Assert.Equal(("USA", "US-VA", "51013"), Codes(geocoder.LookUp(Pentagon)));
        Put("mine.index", "state", "US-MD", -78, 38, -77, 39);
        using (var geocoder = Open()) Assert.Equal(("US", "US-MD", null), Codes(geocoder.LookUp(Pentagon)));
        Put("mine.index", "state", "CA-ON", -78, 38, -77, 39);
        using (var geocoder = Open()) Assert.Equal((null, "CA-ON", null), Codes(geocoder.LookUp(Pentagon)));

        static (string?, string?, string?) Codes(PlaceAnswer answer) => (answer.Country?.Code, answer.State?.Code, answer.County?.Code);
    }

    [Fact]
    public void A_changed_folder_is_seen_on_reload_and_a_broken_file_is_named_and_costs_no_other_layer()
    {
        using var geocoder = Open();
        Assert.False(geocoder.Reload());
        Put("mine.index", "county", "first", -78, 38, -77, 39);
        Assert.True(geocoder.Reload());
        Assert.Equal("first", geocoder.LookUp(Pentagon).County?.Code);
        var broken = Path.Combine(_folder.Path, "broken.index");
        File.WriteAllText(broken, "no index");
        Assert.True(geocoder.Reload());
        Assert.Equal(broken, Assert.Single(geocoder.DamagedFiles).File);
        Assert.Contains(broken, geocoder.DamagedFiles[0].Message, StringComparison.Ordinal);
        Assert.Equal("first", geocoder.LookUp(Pentagon).County?.Code);
        File.WriteAllText(Path.Combine(_folder.Path, "mine.index"), "no index any more");
        Assert.True(geocoder.Reload());
        Assert.Equal(("first", 2), (geocoder.LookUp(Pentagon).County?.Code, geocoder.DamagedFiles.Count));
        using (var fresh = Open()) Assert.Equal(("51013", 2), (fresh.LookUp(Pentagon).County?.Code, fresh.DamagedFiles.Count));
        File.Delete(broken);
        File.Delete(Path.Combine(_folder.Path, "mine.index"));
        Assert.True(geocoder.Reload());
        Assert.Equal("51013", geocoder.LookUp(Pentagon).County?.Code);
        Assert.Empty(geocoder.DamagedFiles);
    }

    [Fact]
    public async Task No_lookup_is_missed_while_a_layer_is_replaced_over_and_over()
    {
        Put("mine.index", "county", "generation 0", -78, 38, -77, 39);
        using var geocoder = Open();
        using var done = new CancellationTokenSource();
        var lookers = Enumerable.Range(0, 2).Select(_ => Task.Run(() =>
        {
            var (count, answers) = (0L, new PlaceAnswer[3]);
            while (!done.IsCancellationRequested || count == 0)
            {
                Assert.StartsWith("generation ", geocoder.LookUp(Pentagon).County!.Code, StringComparison.Ordinal);
                geocoder.LookUp([Pentagon, Pentagon, Pentagon], answers);
                Assert.All(answers, answer => Assert.Equal(answers[0], answer));
                count++;
            }

            return count;
        })).ToArray();
        for (var generation = 1; generation <= 60; generation++)
        {
            Put("mine.index", "county", $"generation {generation}", -78, 38, -77, 39);
            File.SetLastWriteTimeUtc(Path.Combine(_folder.Path, "mine.index"), DateTime.UnixEpoch.AddSeconds(generation));
            Assert.True(geocoder.Reload());

            // Memory that somebody still reads would be given back now, and the process would end.
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Assert.Equal($"generation {generation}", geocoder.LookUp(Pentagon).County?.Code);
        }

        await done.CancelAsync();
        Assert.All(await Task.WhenAll(lookers), count => Assert.True(count > 0));
    }

    [Fact]
    public async Task A_new_file_is_found_by_itself_at_the_interval()
    {
        using var geocoder = Open(interval: TimeSpan.FromMilliseconds(20));
        Put("mine.index", "county", "soon", -78, 38, -77, 39);
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        while (geocoder.LookUp(Pentagon).County?.Code != "soon") await Task.Delay(10, timeout.Token);
        Assert.Null(geocoder.ReloadError);
    }

    private EmbeddedGeocoder Open(IReadOnlyList<string>? layers = null, TimeSpan? interval = null) => EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions
    {
        CacheFolder = BuiltIn.CacheFolder,
        Layers = layers ?? ["county", "state"],
        MapFolder = _folder.Path,
        ReloadInterval = interval,
    });

    private void Put(string file, string layer, string code, double west, double south, double east, double north)
    {
        var area = new MapArea(code, code, [], [new MapPolygon([[west, south, east, south, east, north, west, north]])]);
        var draft = Path.Combine(_folder.Path, file + ".draft");
        File.WriteAllBytes(draft, BuiltIn.IndexBytes(new MapLayer(layer, [area])));
        File.Move(draft, Path.Combine(_folder.Path, file), overwrite: true);
    }
}
