using Genie.Feed;
using Genie.Testing;

namespace Genie.Servers.Tests.Feed;

public sealed class RestoreOutcomeTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void Without_errors_the_package_is_available()
    {
        var outcome = Read("""{"version":3,"logs":[{"code":"NU1701","level":"Warning","message":"old framework"}]}""");
        Assert.True(outcome.IsAvailable);
        Assert.Null(outcome.Obstacle);
    }

    [Theory]
    [InlineData("NU1101")]
    [InlineData("NU1102")]
    [InlineData("NU1103")]
    [InlineData("NU1202")]
    [InlineData("NU1603")]
    [InlineData("NU1605")]
    public void An_absent_package_version_or_dependency_is_missing(string code)
    {
        var outcome = Read($$"""{"logs":[{"code":"{{code}}","level":"Error","message":"no"}]}""");
        Assert.False(outcome.IsAvailable);
        Assert.Null(outcome.Obstacle);
    }

    [Fact]
    public void An_unreachable_feed_is_not_a_missing_package()
    {
        var outcome = Read("""{"logs":[{"code":"NU1101","level":"Error","message":"no"},{"code":"NU1301","level":"Error","message":"no service index"}]}""");
        Assert.Equal(("NU1301", "no service index"), outcome.Obstacle);
    }

    [Fact]
    public void A_restore_that_left_nothing_behind_is_an_obstacle() =>
        Assert.NotNull(RestoreOutcome.Read(Path.Combine(_folder.Path, "none.json")).Obstacle);

    public void Dispose() => _folder.Dispose();

    private RestoreOutcome Read(string json) => RestoreOutcome.Read(_folder.Write("project.assets.json", json));
}
