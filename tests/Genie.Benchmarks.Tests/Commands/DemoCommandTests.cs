using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary><c>genie demo</c>, in two real processes: the game's own tests cover the rest.</summary>
public sealed class DemoCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("39.9956,-75.1145", 0, "accepted Philadelphia, Pennsylvania, United States of America (county 42101)")]
    [InlineData("38.870945,-77.055252", 4, "denied Arlington, Virginia, United States of America (county 51013)")]
    public async Task Tells_whether_the_licence_is_accepted_and_by_which_region(string place, int exitCode, string told)
    {
        var (code, output, error) = await GenieRun.RunAsync("demo", "--at", place, "--script", "--seed", "7", "--folder", _folder.Path);
        Assert.Equal("", error);
        Assert.Equal(exitCode, code);
        Assert.StartsWith(told, output, StringComparison.Ordinal);
    }
}
