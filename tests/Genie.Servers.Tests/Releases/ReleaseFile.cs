using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;
using Genie.Servers.Releases;

namespace Genie.Servers.Tests.Releases;

/// <summary>Files as publishers have them, with the row that names them.</summary>
internal static class ReleaseFile
{
    /// <summary>The row of a file: its true length and checksum.</summary>
    public static Release RowOf(string name, string fileName, byte[] content) => new()
    {
        Name = name,
        Title = $"The {name}",
        Version = "1.0",
        Address = new Uri($"https://publisher.example/dist/{name}/{fileName}"),
        Bytes = content.Length,
        Checksum = Checksum.Sha512(Convert.ToHexStringLower(SHA512.HashData(content))),
    };

    /// <summary>A tar archive, zipped, of entries that are written in turn.</summary>
    public static byte[] Archive(params IEnumerable<TarEntry> entries)
    {
        using var content = new MemoryStream();
        using (var zipped = new GZipStream(content, CompressionLevel.NoCompression))
        {
            using var writer = new TarWriter(zipped);
            foreach (var entry in entries) writer.WriteEntry(entry);
        }

        return content.ToArray();
    }

    /// <summary>A file of an archive.</summary>
    public static TarEntry File(string name, string content = "content") => new PaxTarEntry(TarEntryType.RegularFile, name) { DataStream = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(content)) };

    /// <summary>A file of an archive that is one of this machine.</summary>
    public static TarEntry FileOf(string name, string file) => new PaxTarEntry(TarEntryType.RegularFile, name) { DataStream = System.IO.File.OpenRead(file) };

    /// <summary>A link of an archive.</summary>
    public static TarEntry Link(string name, string target, TarEntryType type = TarEntryType.SymbolicLink) => new PaxTarEntry(type, name) { LinkName = target };
}
