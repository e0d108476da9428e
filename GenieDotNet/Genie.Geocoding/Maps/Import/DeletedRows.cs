using System.Buffers.Binary;
using System.IO.Compression;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Rows of a shapefile that are marked as deleted in its table (dBASE, level 5) and still counted in its header.</summary>
internal static class DeletedRows
{
    private const int HeaderBytes = 32;
    private const int Deleted = '*';

    /// <summary>Counts them; 0 for what is no shapefile.</summary>
    /// <param name="file">The .shp file, or a .zip with it.</param>
    /// <param name="layer">The layer, whose name is that of its files.</param>
    public static long Count(string file, string layer)
    {
        if (file.EndsWith(".zip", StringComparison.OrdinalIgnoreCase))
        {
            using var archive = ZipFile.OpenRead(file);
            if (archive.Entries.FirstOrDefault(entry => IsTable(entry.Name, layer)) is not { } entry) return 0;
            using var packed = entry.Open();
            return Count(packed);
        }

        if (!file.EndsWith(".shp", StringComparison.OrdinalIgnoreCase)) return 0;
        var folder = Path.GetDirectoryName(Path.GetFullPath(file))!;
        if (Directory.EnumerateFiles(folder).FirstOrDefault(path => IsTable(Path.GetFileName(path), layer)) is not { } table) return 0;
        using var stream = new BufferedStream(File.OpenRead(table));
        return Count(stream);
    }

    private static bool IsTable(string name, string layer) =>
        Path.GetExtension(name).Equals(".dbf", StringComparison.OrdinalIgnoreCase) && Path.GetFileNameWithoutExtension(name).Equals(layer, StringComparison.OrdinalIgnoreCase);

    private static long Count(Stream table)
    {
        var header = new byte[HeaderBytes];
        if (table.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false) < HeaderBytes) return 0;
        var (rows, begin, rowBytes) = (BinaryPrimitives.ReadUInt32LittleEndian(header.AsSpan(4)), BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(8)), BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(10)));
        if (rowBytes == 0 || begin < HeaderBytes) return 0;
        var row = new byte[Math.Max(rowBytes, begin - HeaderBytes)];
        if (table.ReadAtLeast(row.AsSpan(0, begin - HeaderBytes), begin - HeaderBytes, throwOnEndOfStream: false) < begin - HeaderBytes) return 0;
        var deleted = 0L;
        for (var i = 0u; i < rows && table.ReadAtLeast(row.AsSpan(0, rowBytes), rowBytes, throwOnEndOfStream: false) == rowBytes; i++)
        {
            if (row[0] == Deleted) deleted++;
        }

        return deleted;
    }
}
