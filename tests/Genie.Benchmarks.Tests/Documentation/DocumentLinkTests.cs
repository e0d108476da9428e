using Genie.Testing;

namespace Genie.Benchmarks.Tests.Documentation;

/// <summary>Links between documents lead somewhere.</summary>
public sealed class DocumentLinkTests
{
    [Fact]
    public void Every_relative_link_of_every_document_leads_to_a_file_or_a_heading()
    {
        var root = RepositoryRoot.Find();
        var files = DocumentLinks.Files(root).ToList();

        Assert.Contains(Path.Combine(root, "docs", "drivers", "README.md"), files);
        Assert.Empty(files.SelectMany(file => DocumentLinks.Broken(file).Select(link => $"{Path.GetRelativePath(root, file)}: {link}")));
    }

    [Fact]
    public void Links_that_lead_nowhere_are_found()
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("a.md", """
            # Here: it `is`

            # Twice

            # Twice

            [file](a.md) [heading](a.md#here-it-is) [second](#twice-1) [folder](.) [elsewhere](https://example.org/a.md)
            [no file](b.md) [no heading](a.md#there) [no third](#twice-2) `[code](c.md)`

            ```
            [code](d.md)
            ```
            """);

        Assert.Equal(["b.md", "a.md#there", "#twice-2"], DocumentLinks.Broken(file));
    }
}
