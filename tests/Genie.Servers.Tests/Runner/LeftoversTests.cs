using System.Diagnostics;
using Genie.Testing.Runner;

namespace Genie.Servers.Tests.Runner;

public sealed class LeftoversTests
{
    [Fact]
    public async Task Files_and_processes_that_tests_leave_are_told_ended_and_removed()
    {
        using var leftovers = new Leftovers(TimeSpan.FromSeconds(0.3));
        var start = new ProcessStartInfo("bash", ["-c", "echo left >$TMPDIR/file; exec -a forgotten sleep 600"]);
        leftovers.Mark(start.Environment, "A.Tests");
        using var process = Process.Start(start)!;
        var folder = start.Environment["TMPDIR"]!;
        while (!File.Exists(Path.Combine(folder, "file"))) await Task.Delay(5);
        Assert.Empty((await leftovers.EndAsync("B.Tests")).Processes);
        var (processes, files) = await leftovers.EndAsync("A.Tests");
        Assert.Equal(["forgotten 600"], processes);
        Assert.Equal(["file"], files);
        await process.WaitForExitAsync();
        Assert.False(Directory.Exists(folder));
    }
}
