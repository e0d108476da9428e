using System.Net;
using System.Runtime.InteropServices;
using Genie.Geocoding;
using Genie.Geocoding.Addresses;
using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Testing;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>Files that look-ups read: map indexes, and databases of addresses.</summary>
internal static class GeocodingDecoders
{
    private const long IndexAllocatedBytesMax = 64 << 20;

    // A reader of MaxMind.Db 5.2 that refuses its file never gives its mapping back, and Linux allows a process 65,530 (vm.max_map_count).
    private const int AddressRoundsMax = 40_000;

    private static readonly IPAddress[] Sample = [.. new[] { "81.2.69.142", "2.125.160.216", "::1", "2001:218::1", "0.0.0.0", "255.255.255.255" }.Select(IPAddress.Parse)];

    public static Decoder Index()
    {
        double[] triangle = [0, 0, 1, 0, 1, 1, 0, 0];
        var area = new MapArea("a", "A", [new Area("state", "p", "P", "")], [new MapPolygon([triangle])]);
        using var file = new MemoryStream();
        IndexBuilder.Build(new MapLayer("county", [area]), new byte[32], file);
        return new Decoder
        {
            Genuine = [file.ToArray()],
            Refusals = [typeof(IndexFormatException)],
            Repair = Seal,
            AllocatedBytesMax = IndexAllocatedBytesMax,
            Decode = static (input, random) =>
            {
                var index = LayerIndex.Load(input);
                var metres = 20_000.0;
                index.FindNearest(0.5, 1.001, ref metres);
                _ = index.Borders.Length;
                _ = new NamedLayer(index);
                var isFound = index.AreaAt(new GeoPoint(0.25, 0.75)) is not null;
                for (var i = 0; i < 20; i++) index.AreaAt(new GeoPoint((random.NextDouble() * 4) - 2, (random.NextDouble() * 4) - 2));
                return isFound ? "found" : "nothing";
            },
        };
    }

    public static Decoder Addresses()
    {
        var folder = Path.Combine(RepositoryRoot.Find(), "tests", "Genie.Geocoding.Tests", "Addresses", "Files", "test-data");
        return new Decoder
        {
            Genuine = [File.ReadAllBytes(Path.Combine(folder, "GeoIP2-Country-Test.mmdb")), File.ReadAllBytes(Path.Combine(folder, "MaxMind-DB-test-decoder.mmdb"))],
            Refusals = [typeof(IpFormatException)],
            RoundsMax = AddressRoundsMax,
            Decode = static (input, _) =>
            {
                using var geocoder = IpGeocoder.Load(input);
                return Decoder.Kinds(Sample.Select(address => geocoder.TryFind(address, out var _) ? $"{geocoder.LookUp(address).Place.Status}" : "none"));
            },
        };
    }

    // Checksums of pages, of their table and of the header: what is wrong behind them is to be found without them.
    private static void Seal(byte[] bytes)
    {
        IndexHeader header;
        try
        {
            header = IndexHeader.Read(bytes, bytes.Length, null);
        }
        catch (IndexFormatException)
        {
            return;
        }

        var (place, length) = header.Place(Section.Checksums);
        var table = MemoryMarshal.Cast<byte, ulong>(bytes.AsSpan((int)place, (int)length));
        for (var page = 0; page < table.Length; page++)
        {
            var from = Math.Max(IndexHeader.Size, page * IndexMemory.PageBytes);
            var end = (int)Math.Min(Math.Min(header.PagesEnd, bytes.Length), (page + 1L) * IndexMemory.PageBytes);
            if (end > from) table[page] = Checksum.Of(bytes.AsSpan(from, end - from));
        }

        var sections = Enum.GetValues<Section>().Select(header.Place).ToArray();
        IndexHeader.For(header.Source.ToArray(), sections, bytes.Length, Checksum.Of(MemoryMarshal.AsBytes(table))).Bytes.CopyTo(bytes);
    }
}
