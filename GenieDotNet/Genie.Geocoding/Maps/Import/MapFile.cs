using System.IO.Compression;
using System.Text;
using System.Text.RegularExpressions;
using Genie.Tables;

namespace Genie.Geocoding.Maps.Import;

/// <summary>A map's file, unpacked where it is compressed; knows how far it was read.</summary>
internal sealed partial class MapFile : IDisposable
{
    private readonly FileStream _file;

    private MapFile(FileStream file, Stream content) => (_file, Content) = (file, content);

    /// <summary>What stands in it.</summary>
    public Stream Content { get; }

    /// <summary>Bytes on disk.</summary>
    public long Length => _file.Length;

    /// <summary>Bytes of them that were read.</summary>
    public long Position => _file.Position;

    /// <summary>Opens it.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="MapFormatException">It is text in another encoding than UTF-8.</exception>
    public static MapFile Open(string path)
    {
        var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 128 * 1024, FileOptions.SequentialScan);
        try
        {
            var isPacked = file.ReadByte() == 0x1F && file.ReadByte() == 0x8B;
            file.Position = 0;
            TextEncoding.RefuseWide(PeekStart(file, isPacked));
            file.Position = 0;
            return new MapFile(file, isPacked ? new GZipStream(file, CompressionMode.Decompress) : file);
        }
        catch (FormatException exception)
        {
            file.Dispose();
            throw new MapFormatException($"The file cannot be read: {exception.Message}", exception);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Which format a file has, by its name and, for JSON, its first bytes.</summary>
    /// <exception cref="MapFormatException">No reader is known for it.</exception>
    public static MapFileFormat FormatOf(string path)
    {
        var name = path.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? path[..^3] : path;
        switch (Path.GetExtension(name).ToUpperInvariant())
        {
            case ".TOPOJSON":
                return MapFileFormat.TopoJson;
            case ".CSV" or ".TSV":
                return MapFileFormat.Csv;
            case ".PARQUET" or ".GEOPARQUET":
                return MapFileFormat.Parquet;
            case ".GEOJSON" or ".JSON" or ".GEOJSONL" or ".GEOJSONS" or ".GEOJSONSEQ" or ".NDJSON" or ".JSONL":
                return StartsAsTopology(path) ? MapFileFormat.TopoJson : MapFileFormat.GeoJson;
            case ".SHP" or ".ZIP" or ".GPKG" or ".FGB" or ".GML" or ".KML" or ".TAB" or ".GDB":
                return MapFileFormat.Ogr;
            default:
                throw new MapFormatException($"The format of '{Path.GetFileName(path)}' is not known from its name. Name it: --format geojson, topojson, csv, parquet or ogr.");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Content.Dispose();
        _file.Dispose();
    }

    private static byte[] PeekStart(FileStream file, bool isPacked)
    {
        var start = new byte[TextEncoding.Bytes];
        using var unpacked = isPacked ? new GZipStream(file, CompressionMode.Decompress, leaveOpen: true) : null;
        try
        {
            return start[..(unpacked ?? (Stream)file).ReadAtLeast(start, start.Length, throwOnEndOfStream: false)];
        }
        catch (InvalidDataException)
        {
            // Damaged: whoever reads the file says it better.
            return [];
        }
    }

    private static bool StartsAsTopology(string path)
    {
        using var file = Open(path);
        var bytes = new byte[4096];
        try
        {
            var text = Encoding.UTF8.GetString(bytes, 0, file.Content.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false));
            return Topology().IsMatch(text);
        }
        catch (InvalidDataException)
        {
            // Damaged: whoever reads the file says it better.
            return false;
        }
    }

    [GeneratedRegex("\"type\"\\s*:\\s*\"Topology\"")]
    private static partial Regex Topology();
}
