using System.IO.Compression;
using System.IO.Hashing;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Compares an archive's files with their checksums, which neither GDAL nor .NET does: a changed byte would become other borders.</summary>
internal static class ArchiveCheck
{
    /// <summary>Reads a .zip file whole; any other file is left alone.</summary>
    /// <exception cref="MapFormatException">It is damaged.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static void Run(string path)
    {
        if (!path.EndsWith(".zip", StringComparison.OrdinalIgnoreCase)) return;
        var name = "";
        try
        {
            using var archive = ZipFile.OpenRead(path);
            foreach (var entry in archive.Entries.Where(entry => !entry.IsEncrypted))
            {
                name = entry.FullName;
                using var content = entry.Open();
                var sum = new Crc32();
                sum.Append(content);
                if (sum.GetCurrentHashAsUInt32() != entry.Crc32) throw new InvalidDataException("its checksum is another");
            }
        }
        catch (InvalidDataException exception)
        {
            throw new MapFormatException($"The archive is damaged{(name.Length > 0 ? $", in '{name}'" : "")}: {exception.Message}. Get it again.", exception);
        }
    }
}
