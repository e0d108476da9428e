using System.CommandLine;

namespace GameLicenseExample.Commands;

/// <summary>The program's command line.</summary>
internal static class GameCommandLine
{
    /// <summary>Runs one invocation.</summary>
    /// <param name="arguments">What stands behind the name of the program.</param>
    /// <param name="console">Where it writes, and how signals end it.</param>
    /// <returns>One of <see cref="GameExitCode"/>.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<string> arguments, InvocationConfiguration console)
    {
        var root = new RootCommand("A game that asks for its licence.") { DemoCommand.Create(typeof(GameCommandLine).Assembly), ServeCommand.Create(), RevokeCommand.Create(), RevocationsCommand.Create(), LicenceCommand.Create() };
        PlayCommand.SetUp(root);
        var parsed = root.Parse(arguments);
        console.EnableDefaultExceptionHandler = false;
        if (parsed.Errors.Count == 0) return await parsed.InvokeAsync(console).ConfigureAwait(false);
        foreach (var error in parsed.Errors) await console.Error.WriteLineAsync(error.Message).ConfigureAwait(false);
        return GameExitCode.BadArguments;
    }
}
