using Genie.Geocoding.Indexing;
using Genie.Testing;

namespace Genie.Geocoding.Tests.Building;

/// <summary>Nobody sees half a file, and what killed processes left is removed.</summary>
public sealed class DraftFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Place => Path.Combine(_folder.Path, "county.index");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void It_takes_its_place_at_once_and_whole()
    {
        File.WriteAllText(Place, "old");
        using (var draft = Written("new"))
        {
            Assert.Equal("old", File.ReadAllText(Place));
            draft.TakePlace();
            Assert.Equal("new", File.ReadAllText(Place));
        }

        Assert.Equal([Place], Directory.GetFiles(_folder.Path));
        Assert.Equal("new", File.ReadAllText(Place));
    }

    [Fact]
    public void One_that_is_given_up_leaves_the_old_file_alone()
    {
        File.WriteAllText(Place, "old");
        Written("new").Dispose();
        Assert.Equal([Place], Directory.GetFiles(_folder.Path));
        Assert.Equal("old", File.ReadAllText(Place));
    }

    [Fact]
    public void Those_that_nobody_writes_any_more_are_removed()
    {
        using var lives = Written("lives");
        var living = Assert.Single(Directory.GetFiles(_folder.Path));
        var left = Place + ".1.draft";
        var fresh = Place + ".2.draft";
        var foreign = Path.Combine(_folder.Path, "state.index.3.draft");
        foreach (var path in new[] { left, fresh, foreign }) File.WriteAllText(path, "half");
        foreach (var path in new[] { left, living, foreign }) File.SetLastWriteTimeUtc(path, DateTime.UtcNow.AddHours(-2));

        using var next = Written("next");

        Assert.False(File.Exists(left));
        Assert.All([living, fresh, foreign], path => Assert.True(File.Exists(path)));
    }

    private DraftFile Written(string text)
    {
        var draft = new DraftFile(Place);
        draft.Stream.Write(System.Text.Encoding.UTF8.GetBytes(text));
        draft.Stream.Flush(flushToDisk: true);
        return draft;
    }
}
