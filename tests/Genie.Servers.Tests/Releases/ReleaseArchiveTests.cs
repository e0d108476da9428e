using System.Formats.Tar;
using Genie.Servers.Releases;
using Genie.Testing;

namespace Genie.Servers.Tests.Releases;

public sealed class ReleaseArchiveTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Files_folders_and_links_inside_are_unpacked()
    {
        await UnpackAsync(
            new PaxTarEntry(TarEntryType.Directory, "./a/"), ReleaseFile.File("./a/b/file", "one"), ReleaseFile.Link("a/link", "b/file"), ReleaseFile.Link("a/b/up", "../b/file"),
            ReleaseFile.Link("a/hard", "a/b/file", TarEntryType.HardLink), ReleaseFile.File("a/..name", "two"));
        foreach (var name in (string[])["a/b/file", "a/link", "a/b/up", "a/hard"]) Assert.Equal("one", await File.ReadAllTextAsync(PathOf(name)));
        Assert.Equal("two", await File.ReadAllTextAsync(PathOf("a/..name")));
    }

    public static TheoryData<string, string> Leaving => new()
    {
        { "../evil", "" }, { "a/../../evil", "" }, { "a/../evil", "" }, { "/tmp/evil", "" }, { "a\\..\\..\\evil", "" },
        { "a/link", "/etc" }, { "a/link", "../../etc" }, { "link", ".." }, { "a/link", "" },
    };

    [Theory]
    [MemberData(nameof(Leaving))]
    public async Task An_entry_that_leaves_the_folder_is_refused(string name, string target)
    {
        var entry = target.Length > 0 || name.EndsWith("link", StringComparison.Ordinal) ? ReleaseFile.Link(name, target.Length > 0 ? target : "../../..") : ReleaseFile.File(name);
        var error = await Assert.ThrowsAsync<ServerException>(() => UnpackAsync(ReleaseFile.File("a/first"), entry));
        Assert.Contains($"'{name}'", error.Message, StringComparison.Ordinal);
        Assert.Equal([PathOf("a/first")], Directory.EnumerateFiles(_folder.Path, "*", SearchOption.AllDirectories).Where(file => !file.EndsWith(".tgz", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task No_link_is_gone_through()
    {
        // Each is inside by its name; together they lead out.
        await Assert.ThrowsAsync<ServerException>(() => UnpackAsync(ReleaseFile.Link("d/self", ".."), ReleaseFile.Link("d/out", "self/../..")));
        Directory.Delete(PathOf(""), recursive: true);
        await Assert.ThrowsAsync<ServerException>(() => UnpackAsync(ReleaseFile.Link("d/self", ".."), ReleaseFile.File("d/self/file")));
        Directory.Delete(PathOf(""), recursive: true);
        await Assert.ThrowsAsync<ServerException>(() => UnpackAsync(ReleaseFile.Link("d/self", ".."), ReleaseFile.Link("d/hard", "d/self/x", TarEntryType.HardLink)));
    }

    [Fact]
    public async Task Whatever_is_neither_file_folder_nor_link_is_refused() =>
        await Assert.ThrowsAsync<ServerException>(() => UnpackAsync(new PaxTarEntry(TarEntryType.Fifo, "a/pipe")));

    [Fact]
    public async Task Nothing_is_ever_written_outside_whatever_the_names_are()
    {
        string[] parts = ["..", ".", "", "a", "b", "link", "self", "...", "/"];
        for (var seed = 1; seed <= 300; seed++)
        {
            var random = new Random(seed);
            var root = Path.Combine(_folder.Path, $"{seed}");
            var inside = Path.Combine(root, "x", "y", "inside");
            Directory.CreateDirectory(Path.GetDirectoryName(inside)!);
            var file = Path.Combine(root, "archive.tgz");
            await File.WriteAllBytesAsync(file, ReleaseFile.Archive(Enumerable.Range(0, 6).Select(_ => Entry())));
            try
            {
                await ReleaseArchive.UnpackAsync(file, inside, CancellationToken.None);
            }
            catch (Exception error) when (error is ServerException or IOException or UnauthorizedAccessException)
            {
                // Refused, or it names one thing twice.
            }

            // Links are not followed here, so that what one leads to is found where it lies.
            var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
            Assert.True(Directory.EnumerateFiles(root, "*", all).All(found => found == file || found.StartsWith(inside + "/", StringComparison.Ordinal)), $"seed {seed}");

            TarEntry Entry() => random.Next(3) switch
            {
                0 => ReleaseFile.Link(Name(), Name()),
                1 => ReleaseFile.Link(Name(), Name(), TarEntryType.HardLink),
                _ => ReleaseFile.File(Name()),
            };

            string Name() => string.Join('/', Enumerable.Range(0, random.Next(1, 5)).Select(_ => parts[random.Next(parts.Length)])) is { Length: > 0 } name ? name : "n";
        }
    }

    private string PathOf(string name) => Path.Combine(_folder.Path, "inside", name);

    private async Task UnpackAsync(params TarEntry[] entries)
    {
        var file = Path.Combine(_folder.Path, "archive.tgz");
        await File.WriteAllBytesAsync(file, ReleaseFile.Archive(entries));
        await ReleaseArchive.UnpackAsync(file, PathOf(""), CancellationToken.None);
    }
}
