using Genie.Testing;
using Genie.Testing.Runner;

namespace Genie.Servers.Tests.Runner;

public sealed class TestProjectTests
{
    [Fact]
    public void Libraries_come_first_and_crash_trials_last()
    {
        using var folder = new TemporaryFolder();
        foreach (var name in (string[])["Genie.Crashes.Tests", "Genie.Brokers.Nats.Tests", "Genie.Brokers.Tests", "Genie.Workload.Tests", "Genie.Brokers.Aeron.Tests"])
        {
            folder.Write($"tests/{name}/{name}.csproj", "");
            folder.Write($"tests/{name}/Some.cs", "");
        }

        folder.Write("tests/Genie.Empty.Tests/Genie.Empty.Tests.csproj", "");
        Assert.Equal(
            ["Genie.Brokers.Tests", "Genie.Workload.Tests", "Genie.Brokers.Aeron.Tests", "Genie.Brokers.Nats.Tests", "Genie.Crashes.Tests"],
            TestProject.Find(folder.Path, []).Select(project => project.Name));
        Assert.Equal(["Genie.Crashes.Tests"], TestProject.Find(folder.Path, ["crash"]).Select(project => project.Name));
    }
}
