using System.Runtime.InteropServices;
using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests;

/// <summary>Index files from anybody, and files that change while they are open: a look-up answers or says what is wrong, and reads nothing but the index.</summary>
public sealed class HostileIndexTests(ITestOutputHelper output) : IDisposable
{
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Numbers_that_lie_outside_are_refused_though_all_checksums_are_right()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var map = new MapLayer("county", [.. BuiltIn.Counties.Areas.Where(area => area.Code.StartsWith("51", StringComparison.Ordinal)).Take(20)]);
        var genuine = BuiltIn.IndexBytes(map);
        var points = map.Areas.Select(area => area.Polygons[0].Rings[0]).Select(ring => new GeoPoint(ring[1] + 0.01, ring[0])).ToArray();
        var refused = 0;
        for (var round = 0; round < 1500; round++)
        {
            var bytes = genuine.ToArray();
            for (var change = 0; change <= random.Next(4); change++) Spoil(bytes, random);
            Seal(bytes);
            try
            {
                Use(LayerIndex.Load(bytes), points);
            }
            catch (IndexFormatException)
            {
                refused++;
            }
        }

        output.WriteLine($"{refused} refused");
        Assert.InRange(refused, 1, 1499);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(1e300)]
    [InlineData(-180.5)]
    public void A_border_that_is_not_on_the_map_is_refused_where_it_is_touched(double coordinate)
    {
        double[] triangle = [0, 0, 1, 0, 1, 1, 0, 0];
        var bytes = BuiltIn.IndexBytes(new MapLayer("county", [new MapArea("a", "A", [new Area("state", "p", "P", "")], [new MapPolygon([triangle])])]));
        var (place, length) = IndexHeader.Read(bytes, bytes.Length, null).Place(Section.Edges);
        foreach (ref var edge in MemoryMarshal.Cast<byte, Edge>(bytes.AsSpan((int)place, (int)length))) edge = edge with { HighX = coordinate };
        Seal(bytes);
        var index = LayerIndex.Load(bytes);
        Assert.Throws<IndexFormatException>(() => index.AreaAt(new GeoPoint(0.25, 0.25)));
        var metres = 20_000.0;
        Assert.Throws<IndexFormatException>(() => index.FindNearest(0.5, 1.001, ref metres));
    }

    [Fact]
    public void A_file_that_is_cut_off_or_overwritten_while_it_is_open_is_named_and_the_other_maps_answer()
    {
        var path = Path.Combine(_folder.Path, "mine.index");
        var bytes = BuiltIn.IndexBytes(BuiltIn.Counties);
        foreach (var overwrite in new Action[] { () => File.WriteAllText(path, ""), () => File.WriteAllBytes(path, new byte[bytes.Length]), () => File.WriteAllBytes(path, BuiltIn.IndexBytes(BuiltIn.States)) })
        {
            File.WriteAllBytes(path, bytes);
            using var geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, MapFolder = _folder.Path });
            Assert.Equal("51013", geocoder.LookUp(Pentagon).County?.Code);
            Assert.Empty(geocoder.DamagedFiles);
            overwrite();
            var points = Sampling.SamplePoints.Make("us", 5_000, seed: 9);
            var answers = new PlaceAnswer[points.Length];
            geocoder.LookUp(points, answers);
            Assert.Equal(points.Select(BuiltIn.Geocoder.LookUp), answers);
            Assert.Equal(path, Assert.Single(geocoder.DamagedFiles).File);
            Assert.Equal("51013", geocoder.LookUp(Pentagon).County?.Code);
        }
    }

    [Fact]
    public void Opening_reads_no_more_than_names_and_a_damaged_page_is_found_when_it_is_touched()
    {
        var path = Path.Combine(_folder.Path, "mine.index");
        var bytes = BuiltIn.IndexBytes(BuiltIn.Counties);
        var (place, length) = IndexHeader.Read(bytes, bytes.Length, null).Place(Section.Records);
        bytes.AsSpan((int)(place + (length / 2)), IndexMemory.PageBytes).Clear();
        File.WriteAllBytes(path, bytes);
        var index = LayerIndex.Open(path);
        var error = Assert.Throws<IndexFormatException>(() =>
        {
            foreach (var point in Sampling.SamplePoints.Make("us", 100_000, seed: 9)) index.AreaAt(point);
        });
        Assert.Equal(path, error.File);
        Assert.Throws<IndexFormatException>(() => LayerIndex.Load(bytes));
    }

    private static void Use(LayerIndex index, GeoPoint[] points)
    {
        foreach (var point in points)
        {
            index.AreaAt(point);
            var metres = 20_000.0;
            index.FindNearest(point.Latitude, point.Longitude, ref metres);
        }

        index.Find(points, new int[points.Length]);
        _ = index.Borders.Length;
        _ = new NamedLayer(index);
    }

    // Any byte may become anything; numbers that lead elsewhere more often than not.
    private static void Spoil(byte[] bytes, Random random)
    {
        var header = IndexHeader.Read(bytes, bytes.Length, null);
        var (place, length) = header.Place((Section)random.Next((int)Section.Checksums));
        var number = (int)(place + (random.NextInt64(length / 4) * 4));
        switch (random.Next(3))
        {
            case 0:
                bytes[place + random.NextInt64(length)] = (byte)random.Next(256);
                break;
            case 1:
                MemoryMarshal.Write(bytes.AsSpan(number), random.Next(-2, 1000));
                break;
            default:
                MemoryMarshal.Write(bytes.AsSpan(number), random.Next(int.MinValue, int.MaxValue));
                break;
        }
    }

    private static void Seal(byte[] bytes)
    {
        var header = IndexHeader.Read(bytes, bytes.Length, null);
        var (place, length) = header.Place(Section.Checksums);
        var table = MemoryMarshal.Cast<byte, ulong>(bytes.AsSpan((int)place, (int)length));
        for (var page = 0; page < table.Length; page++)
        {
            var from = Math.Max(IndexHeader.Size, page * IndexMemory.PageBytes);
            table[page] = Checksum.Of(bytes.AsSpan(from, (int)Math.Min(header.PagesEnd, (page + 1) * IndexMemory.PageBytes) - from));
        }

        var sections = Enum.GetValues<Section>().Select(header.Place).ToArray();
        IndexHeader.For(header.Source, sections, bytes.Length, Checksum.Of(MemoryMarshal.AsBytes(table))).Bytes.CopyTo(bytes);
    }
}
