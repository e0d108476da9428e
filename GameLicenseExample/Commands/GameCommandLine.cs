using System.CommandLine;

namespace GameLicenseExample.Commands;

/// <summary>The program's command line.</summary>
internal static class GameCommandLine
{
    /// <summary>Runs one invocation.</summary>
    /// <returns>One of <see cref="GameExitCode"/>.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<string> arguments)
    {
        var root = new RootCommand("A game that asks for its licence.") { DemoCommand.Create(), ServeCommand.Create(), RevokeCommand.Create(), RevocationsCommand.Create(), LicenceCommand.Create() };
        PlayCommand.SetUp(root);
        var parsed = root.Parse(arguments);
        if (parsed.Errors.Count == 0) return await parsed.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false }).ConfigureAwait(false);
        foreach (var error in parsed.Errors) await Console.Error.WriteLineAsync(error.Message).ConfigureAwait(false);
        return GameExitCode.BadArguments;
    }
}
