using Genie.Testing;

namespace Genie.Servers.Tests.Packaging;

/// <summary>The container image, from its Dockerfile.</summary>
public sealed class ImageTests
{
    private static readonly string[] Lines = File.ReadAllLines(Path.Combine(RepositoryRoot.Find(), "Dockerfile"));

    [Fact]
    public void Its_stages_are_of_the_runtime_that_the_projects_target()
    {
        var bases = Lines.Where(line => line.StartsWith("FROM ", StringComparison.Ordinal)).Select(line => line.Split(' ')[1]).ToArray();
        Assert.Equal(2, bases.Length);
        Assert.All(bases, image => Assert.Matches(@"/(sdk|aspnet):10\.0-\w+$", image));
    }

    [Fact]
    public void The_command_runs_in_it_without_the_rights_of_root()
    {
        var last = Lines.Skip(Array.FindLastIndex(Lines, line => line.StartsWith("FROM ", StringComparison.Ordinal))).ToList();
        var user = last.FindLastIndex(line => line.StartsWith("USER ", StringComparison.Ordinal));
        Assert.Equal("USER $APP_UID", last[user]);
        Assert.True(last.FindIndex(line => line.StartsWith("ENTRYPOINT ", StringComparison.Ordinal)) > user);
        Assert.DoesNotContain(last.Skip(user), line => line.StartsWith("RUN ", StringComparison.Ordinal));
    }
}
