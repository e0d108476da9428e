using System.Runtime.CompilerServices;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What this process hands down to all that it starts.</summary>
internal static class TestEnvironment
{
    /// <summary>Whether a .NET process can be looked into by others.</summary>
    public const string DiagnosticsVariable = "DOTNET_EnableDiagnostics";

    // Commands within this process start processes, too, and tests kill those; each would leave the pipes of its diagnostics behind.
    [ModuleInitializer]
    internal static void SetUp() => Environment.SetEnvironmentVariable(DiagnosticsVariable, "0");
}
