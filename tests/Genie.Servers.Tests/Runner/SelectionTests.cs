using Genie.Testing;
using Genie.Testing.Runner;
using Genie.Testing.Runner.Selection;

namespace Genie.Servers.Tests.Runner;

public sealed class SelectionTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_project_is_above_the_folders_of_all_that_it_refers_to_and_above_what_every_build_reads()
    {
        Project("GenieDotNet/Genie.A");
        Project("GenieDotNet/Genie.B", "../Genie.A/Genie.A.csproj");
        var above = Project("tests/Genie.B.Tests", "../../GenieDotNet/Genie.B/Genie.B.csproj", "<Compile Include=\"../Genie.C.Tests/Shared/*.cs\" />");
        var graph = new ProjectGraph(_folder.Path);
        foreach (var file in (string[])["GenieDotNet/Genie.A/Some/Class.cs", "GenieDotNet/Genie.B/README.md", "tests/Genie.B.Tests/X.cs", "tests/Genie.C.Tests/Shared/Y.cs", "Directory.Packages.props", "build/PublicApi.targets"])
            Assert.True(graph.IsAbove(above, [file]), file);
        foreach (var file in (string[])["GenieDotNet/Genie.AB/Class.cs", "tests/Genie.C.Tests/Other.cs", "docs/some.md", "README.md", ".ci/run", "genie", "build/some.sh"])
            Assert.False(graph.IsAbove(above, [file]), file);
    }

    [Fact]
    public void Nightly_tests_are_known_by_their_traits()
    {
        var folder = Path.Combine(RepositoryRoot.Find(), "tests", "Genie.Servers.Tests");
        var classes = NightlyClass.Read(new TestProject("Genie.Servers.Tests", folder));
        Assert.Equal(["Genie.Servers.Tests.Finding.ServerFinderTests"], classes.Select(each => each.Name));
    }

    [Theory]
    [InlineData(11)]
    [InlineData(23)]
    [InlineData(35)]
    public void Each_nightly_class_has_its_turn_within_ten_however_many_commits_are_between(int minutes)
    {
        NightlyClass[] classes = [.. Enumerable.Range(0, minutes).Select(i => new NightlyClass("P", $"Class{i}", 60))];
        var rotation = new NightlyRotation(classes, TimeSpan.FromMinutes(12));
        Assert.Equal(classes.Length, rotation.Groups.Sum(group => group.Count));
        Assert.All(rotation.Groups, group => Assert.InRange(group.Sum(each => each.Seconds), 1, 720));
        for (var commits = 1; commits <= 60; commits++)
        {
            for (var first = 0; first < 200; first++)
                Assert.Equal(classes.Length, Enumerable.Range(0, 10).SelectMany(landing => rotation.Choose(first + (landing * commits))).Distinct().Count());
        }
    }

    [Fact]
    public void A_filter_of_the_users_narrows_that_of_the_tier()
    {
        var project = new TestProject("P", "/p");
        Assert.Equal("Tier!=nightly", TestSelection.Of(project, TestTier.Commit, null).Filter);
        Assert.Equal("(A|B)&Tier!=nightly", TestSelection.Of(project, TestTier.Commit, "A|B").Filter);
        Assert.Null(TestSelection.Of(project, TestTier.All, null).Filter);
        Assert.Equal("((FullyQualifiedName~N.C.|FullyQualifiedName~N.D.))&Tier=nightly", TestSelection.Of(project, [new("P", "N.C", 1), new("P", "N.D", 1)], null).Filter);
    }

    private string Project(string folder, string reference = "", string items = "") => _folder.Write(
        $"{folder}/{Path.GetFileName(folder)}.csproj", $"<Project><ItemGroup>{(reference.Length > 0 ? $"<ProjectReference Include=\"{reference}\" />" : "")}{items}</ItemGroup></Project>");
}
