using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Testing;

namespace Genie.Geocoding.Tests;

/// <summary>Files that are not what they should be are refused, and the geocoder gets along without them.</summary>
public sealed class IndexFileTests : IDisposable
{
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_answers_as_the_index_in_memory_does()
    {
        var bytes = BuiltIn.IndexBytes(BuiltIn.Counties);
        var path = Path.Combine(_folder.Path, "a.index");
        File.WriteAllBytes(path, bytes);
        var (read, mapped) = (LayerIndex.Open(path), LayerIndex.Map(path));
        Assert.Equal((false, true), (read.IsMapped, mapped.IsMapped));
        Assert.Equal((bytes.Length, bytes.Length), (read.LengthBytes, mapped.LengthBytes));
        foreach (var point in Sampling.SamplePoints.Make("us", 10_000, 5))
        {
            Assert.Equal(BuiltIn.CountyIndex.AreaAt(point), read.AreaAt(point));
            Assert.Equal(BuiltIn.CountyIndex.AreaAt(point), mapped.AreaAt(point));
        }
    }

    [Fact]
    public void The_same_map_gives_the_same_bytes() =>
        Assert.Equal(BuiltIn.IndexBytes(Small()), BuiltIn.IndexBytes(Small()));

    [Fact]
    public void A_torn_file_of_any_length_is_refused()
    {
        var bytes = BuiltIn.IndexBytes(Small());
        var random = new Random(1);
        foreach (var length in Enumerable.Range(0, 300).Concat(Enumerable.Range(0, 200).Select(_ => random.Next(bytes.Length))).Append(bytes.Length - 1))
            Assert.Throws<IndexFormatException>(() => LayerIndex.Load(bytes.AsSpan(0, length)));
        Assert.Throws<IndexFormatException>(() => LayerIndex.Load([.. bytes, 0]));
    }

    [Fact]
    public void A_changed_bit_anywhere_is_found()
    {
        var bytes = BuiltIn.IndexBytes(Small());
        var random = new Random(2);
        foreach (var place in Enumerable.Range(0, IndexHeader.Size).Concat(Enumerable.Range(0, 1000).Select(_ => random.Next(bytes.Length))))
        {
            var bit = (byte)(1 << random.Next(8));
            bytes[place] ^= bit;
            Assert.Throws<IndexFormatException>(() => LayerIndex.Load(bytes));
            bytes[place] ^= bit;
        }

        LayerIndex.Load(bytes);
    }

    [Fact]
    public void A_page_of_zeros_as_a_crash_leaves_them_is_found()
    {
        var bytes = BuiltIn.IndexBytes(Small());
        for (var page = 0; page + 4096 < bytes.Length; page += 4096)
        {
            var torn = bytes.ToArray();
            if (torn.AsSpan(page, 4096).IndexOfAnyExcept((byte)0) < 0) continue;
            torn.AsSpan(page, 4096).Clear();
            Assert.Throws<IndexFormatException>(() => LayerIndex.Load(torn));
        }
    }

    [Fact]
    public void A_foreign_file_is_refused_and_says_so()
    {
        var path = Path.Combine(_folder.Path, "letter.index");
        File.WriteAllText(path, new string('x', 5000));
        var error = Assert.Throws<IndexFormatException>(() => LayerIndex.Open(path));
        Assert.Contains("no map index", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_first_start_builds_the_files_and_the_next_one_maps_them()
    {
        var first = Open();
        Assert.Equal("51013", first.LookUp(Pentagon).County?.Code);
        var files = Directory.GetFiles(_folder.Path);
        Assert.Equal(2, files.Length);
        var written = files.Select(File.GetLastWriteTimeUtc).ToArray();
        var second = Open();
        Assert.Equal(written, files.Select(File.GetLastWriteTimeUtc));
        Assert.True(second.Layer("county").IsMapped && second.Layer("state").IsMapped);
    }

    [Fact]
    public void A_damaged_cache_is_built_again()
    {
        Open();
        foreach (var file in Directory.GetFiles(_folder.Path))
        {
            var bytes = File.ReadAllBytes(file);
            bytes[bytes.Length / 2] ^= 1;
            File.WriteAllBytes(file, bytes);
        }

        Assert.Equal("51013", Open().LookUp(Pentagon).County?.Code);
        foreach (var file in Directory.GetFiles(_folder.Path)) LayerIndex.Open(file);
    }

    [Fact]
    public void A_folder_that_cannot_be_written_costs_time_but_no_answer()
    {
        // A file where the folder should be: no permission is needed to make it fail, which root would pass.
        var path = Path.Combine(_folder.Path, "file");
        File.WriteAllText(path, "");
        var geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = Path.Combine(path, "cache") });
        Assert.Equal("51013", geocoder.LookUp(Pentagon).County?.Code);
        Assert.False(geocoder.Layer("county").IsMapped);
    }

    [Fact]
    public async Task Many_that_start_at_once_all_get_a_whole_file()
    {
        var geocoders = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(Open)));
        Assert.All(geocoders, geocoder => Assert.Equal("51013", geocoder.LookUp(Pentagon).County?.Code));
        Assert.Equal(2, Directory.GetFiles(_folder.Path).Length);
    }

    private static MapLayer Small() => new("county", [.. BuiltIn.Counties.Areas.Where(area => area.Code.StartsWith("51", StringComparison.Ordinal))]);

    private EmbeddedGeocoder Open() => EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = _folder.Path });
}
