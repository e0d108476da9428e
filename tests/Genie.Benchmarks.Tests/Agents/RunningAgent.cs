using System.Globalization;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Tests.Commands;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>A <c>genie agent</c>, started and enrolled as a user does it.</summary>
internal sealed class RunningAgent : IDisposable
{
    private readonly GenieProcess _process;

    private RunningAgent(string name, GenieProcess process) => (Name, _process) = (name, process);

    public string Name { get; }

    /// <summary>Its processes' children, by id.</summary>
    public IReadOnlyList<int> Children => ChildrenOf(_process.Id);

    /// <summary>Starts one.</summary>
    /// <param name="name">What it is called.</param>
    /// <param name="folder">Under which its folder, and the controller's, lie.</param>
    /// <param name="address">Where it listens and is reached.</param>
    /// <param name="agentPrefix">A program that runs it, with arguments; empty to run it as it is.</param>
    /// <param name="controllerPrefix">Likewise for the controller.</param>
    public static async Task<RunningAgent> StartAsync(string name, string folder, string address = "127.0.0.1", string[]? agentPrefix = null, string[]? controllerPrefix = null)
    {
        var process = GenieProcess.StartBy(agentPrefix ?? [], "agent", "--listen", $"{address}:0", "--folder", Path.Combine(folder, name));
        try
        {
            var line = await process.WaitForLineAsync("Agent at ");
            var port = line[(line.IndexOf(address, StringComparison.Ordinal) + address.Length + 1)..line.IndexOf(',', StringComparison.Ordinal)];
            var code = (await process.WaitForLineAsync("Enrolment code")).Split(": ")[1];
            string[] enroll = ["agents", "enroll", $"{name}={address}:{port}", "--code", code, "--folder", ControllerFolder(folder)];
            var (exit, output, error) = await (controllerPrefix is { Length: > 0 } ? GenieProcess.RunByAsync(controllerPrefix, enroll) : GenieRun.RunAsync(enroll));
            Assert.True(exit == ExitCode.Success, output + error);
            return new RunningAgent(name, process);
        }
        catch
        {
            process.Dispose();
            throw;
        }
    }

    public static string ControllerFolder(string folder) => Path.Combine(folder, "controller");

    /// <summary>Ends it as a crash would.</summary>
    public async Task KillAsync()
    {
        await _process.SignalAsync("KILL");
        await _process.ExitAsync();
    }

    /// <summary>Ids of a process's children.</summary>
    public static IReadOnlyList<int> ChildrenOf(int id) =>
    [
        .. Directory.GetDirectories("/proc").Select(Path.GetFileName).Where(name => int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out _))
            .Select(name => int.Parse(name!, CultureInfo.InvariantCulture)).Where(child => ParentOf(child) == id),
    ];

    public void Dispose() => _process.Dispose();

    private static int ParentOf(int id)
    {
        try
        {
            // After the name in parentheses: the state, then the parent. A process that has ended and is not collected has no children to speak of.
            var stat = File.ReadAllText($"/proc/{id}/stat");
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return fields[0] == "Z" ? 0 : int.Parse(fields[1], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0;
        }
    }
}
