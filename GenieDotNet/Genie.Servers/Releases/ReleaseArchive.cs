using System.Formats.Tar;
using System.IO.Compression;

namespace Genie.Servers.Releases;

/// <summary>
/// Unpacks an archive (tar, gzip) into a folder of its own, and nothing outside of it: no entry has an absolute name or goes up, no link leads out, and none is
/// gone through. .NET's own extraction compares links' names alone, so that a link through another link could lead out.
/// </summary>
internal sealed class ReleaseArchive
{
    private readonly string _file;
    private readonly string _folder;
    private readonly HashSet<string> _links = new(StringComparer.Ordinal);

    private ReleaseArchive(string file, string folder) => (_file, _folder) = (file, Path.GetFullPath(folder));

    /// <summary>Unpacks it.</summary>
    /// <exception cref="ServerException">It is damaged, or an entry would be outside of the folder.</exception>
    public static Task UnpackAsync(string file, string folder, CancellationToken cancellationToken) => new ReleaseArchive(file, folder).UnpackAsync(cancellationToken);

    private async Task UnpackAsync(CancellationToken cancellationToken)
    {
        try
        {
            await using var content = File.OpenRead(_file);
            await using var unzipped = new GZipStream(content, CompressionMode.Decompress);
            await using var reader = new TarReader(unzipped);
            Directory.CreateDirectory(_folder);
            while (await reader.GetNextEntryAsync(copyData: false, cancellationToken).ConfigureAwait(false) is { } entry) await UnpackAsync(entry, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is InvalidDataException or EndOfStreamException or FormatException)
        {
            throw new ServerException($"{_file} is damaged: {error.Message}", error);
        }
    }

    private async Task UnpackAsync(TarEntry entry, CancellationToken cancellationToken)
    {
        if (entry.EntryType is TarEntryType.GlobalExtendedAttributes) return;
        var target = PathOf(entry.Name, "", entry);
        if (target.Length == 0) return;
        if (entry.EntryType is TarEntryType.Directory)
        {
            Directory.CreateDirectory(Path.Combine(_folder, target));
            return;
        }

        var full = Path.Combine(_folder, target);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        switch (entry.EntryType)
        {
            case TarEntryType.RegularFile or TarEntryType.V7RegularFile or TarEntryType.ContiguousFile:
                await entry.ExtractToFileAsync(full, overwrite: false, cancellationToken).ConfigureAwait(false);
                break;
            case TarEntryType.SymbolicLink:
                PathOf(entry.LinkName, Path.GetDirectoryName(target)!, entry);
                File.CreateSymbolicLink(full, entry.LinkName);
                _links.Add(target);
                break;
            case TarEntryType.HardLink:
                File.Copy(Path.Combine(_folder, PathOf(entry.LinkName, "", entry)), full);
                break;
            default:
                throw Refused(entry);
        }
    }

    /// <summary>A path inside the folder, in relation to it; empty for the folder itself.</summary>
    private string PathOf(string name, string start, TarEntry entry)
    {
        if (name.Length == 0 || Path.IsPathRooted(name) || name.Contains('\\', StringComparison.Ordinal)) throw Refused(entry);
        List<string> path = [.. start.Split('/', StringSplitOptions.RemoveEmptyEntries)];
        foreach (var part in name.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            if (part == ".") continue;
            if (_links.Contains(string.Join('/', path))) throw Refused(entry);
            if (part != "..") path.Add(part);
            else if (start.Length > 0 && path.Count > 0) path.RemoveAt(path.Count - 1);
            else throw Refused(entry);
        }

        return string.Join('/', path);
    }

    private ServerException Refused(TarEntry entry) =>
        new($"{_file} was not unpacked: its entry '{entry.Name}'{(entry.LinkName.Length > 0 ? $" (a link to '{entry.LinkName}')" : "")} would be outside of its folder, or is neither file, folder nor link.");
}
