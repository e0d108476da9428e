using Genie.Feed;
using Genie.Testing;

namespace Genie.Servers.Tests.Feed;

public sealed class CandidateFinderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void Clients_substitutes_and_named_versions_are_asked_for_once()
    {
        _folder.Write("A/A.csproj", """<Project><ItemGroup><ClientPackage Include="Zed" Substitute="Other" /><ClientPackage Include="Able" /></ItemGroup></Project>""");
        _folder.Write("tests/B/B.csproj", """<Project><ItemGroup><ClientPackage Include="Able" Folder="X" /></ItemGroup></Project>""");
        _folder.Write("A/obj/Old.csproj", """<Project><ItemGroup><ClientPackage Include="Stale" /></ItemGroup></Project>""");
        _folder.Write("build/FeedCandidates.props", """<Project><ItemGroup><FeedCandidate Include="Proto/3.1.0" /></ItemGroup></Project>""");
        Assert.Equal([new("Able", null), new("Other", null), new Candidate("Proto", "3.1.0"), new("Zed", null)], CandidateFinder.Find(_folder.Path));
    }

    [Fact]
    public void What_a_project_references_only_beside_a_client_is_asked_for_together_with_it()
    {
        _folder.Write("A/A.csproj", """
            <Project><ItemGroup><ClientPackage Include="Able" /><PackageReference Include="Always" /></ItemGroup>
            <ItemGroup Condition="!$(MissingPackages.Contains(';Able;'))"><PackageReference Include="Pin" /><PackageReference Include="Nail" /></ItemGroup>
            <ItemGroup Condition="$(MissingPackages.Contains(';Able;'))"><PackageReference Include="Instead" /></ItemGroup></Project>
            """);
        _folder.Write("build/FeedCandidates.props", "<Project />");
        Assert.Equal([new Candidate("Able", null) { Companions = "Pin;Nail" }], CandidateFinder.Find(_folder.Path));
    }

    [Fact]
    public void The_answer_is_written_with_a_mark_on_either_side_of_each_name_and_left_alone_when_it_is_the_same()
    {
        var file = Path.Combine(_folder.Path, ".feed", "feed.props");
        Candidate[] missing = [new("NATS.Net", null), new("Proto", "3.1.0")];
        FeedProps.Write(file, missing);
        Assert.Contains("<MissingPackages>;NATS.Net;Proto/3.1.0;</MissingPackages>", File.ReadAllText(file), StringComparison.Ordinal);
        File.SetLastWriteTimeUtc(file, new DateTime(2001, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        FeedProps.Write(file, missing);
        Assert.Equal(2001, File.GetLastWriteTimeUtc(file).Year);
    }

    public void Dispose() => _folder.Dispose();
}
