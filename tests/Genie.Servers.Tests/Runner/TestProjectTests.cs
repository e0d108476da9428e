using Genie.Testing;
using Genie.Testing.Runner;

namespace Genie.Servers.Tests.Runner;

public sealed class TestProjectTests
{
    [Fact]
    public void Those_that_take_longest_come_first()
    {
        using var folder = new TemporaryFolder();
        foreach (var name in (string[])["Genie.Crashes.Tests", "Genie.Brokers.Nats.Tests", "Genie.Brokers.Tests", "Genie.Fuzzing.Tests", "Genie.Workload.Tests", "Genie.Benchmarks.Tests", "Genie.Brokers.Aeron.Tests"])
        {
            folder.Write($"tests/{name}/{name}.csproj", "");
            folder.Write($"tests/{name}/Some.cs", "");
        }

        folder.Write("tests/Genie.Empty.Tests/Genie.Empty.Tests.csproj", "");
        Assert.Equal(
            ["Genie.Benchmarks.Tests", "Genie.Brokers.Aeron.Tests", "Genie.Brokers.Nats.Tests", "Genie.Brokers.Tests", "Genie.Crashes.Tests", "Genie.Fuzzing.Tests", "Genie.Workload.Tests"],
            TestProject.Find(folder.Path, []).Select(project => project.Name));
        Assert.Equal(["Genie.Crashes.Tests"], TestProject.Find(folder.Path, ["crash"]).Select(project => project.Name));
    }
}
