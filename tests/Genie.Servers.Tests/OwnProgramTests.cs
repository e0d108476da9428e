using Genie.Testing;

namespace Genie.Servers.Tests;

/// <summary>A program starts itself again, whichever way it was started.</summary>
public sealed class OwnProgramTests : IDisposable
{
    private static readonly string Suffix = OperatingSystem.IsWindows() ? ".exe" : "";
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void By_the_executable_beside_its_assembly()
    {
        var library = _folder.Write("genie.dll", "");
        var executable = _folder.Write("genie" + Suffix, "");
        Assert.Equal((executable, "worker --controlled"), Start(library, "/somewhere/else"));
    }

    [Fact]
    public void By_an_installed_tools_command_which_knows_the_assembly() =>
        Assert.Equal(("/tools/genie" + Suffix, "worker --controlled"), Start(_folder.Write("genie.dll", ""), "/tools/genie" + Suffix));

    [Fact]
    public void By_dotnet_where_dotnet_runs_it()
    {
        var library = _folder.Write("genie.dll", "");
        Assert.Equal(("/sdk/dotnet" + Suffix, $"{library} worker --controlled"), Start(library, "/sdk/dotnet" + Suffix));
    }

    [Fact]
    public void By_dotnet_where_another_program_uses_its_assembly()
    {
        var library = _folder.Write("genie.dll", "");
        Assert.Equal(("dotnet", $"{library} worker --controlled"), Start(library, null));
    }

    private static (string Program, string Arguments) Start(string library, string? running)
    {
        var start = OwnProgram.StartInfo(library, running, ["worker", "--controlled"]);
        return (start.FileName, string.Join(' ', start.ArgumentList));
    }
}
