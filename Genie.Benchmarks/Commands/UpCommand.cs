using System.CommandLine;
using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie up</c>: finds servers or starts them.</summary>
internal static class UpCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var names = new Argument<string[]>("BROKER") { Description = "Systems to start; with none, every one that can be had here.", Arity = ArgumentArity.ZeroOrMore };
        var install = new Option<bool>("--install") { Description = "Install the Debian packages of servers that are missing (needs root)." };
        var native = new Option<bool>("--native") { Description = "Start processes even where docker answers." };
        var command = new Command("up", "Starts servers: one that runs already is used, else docker compose, else the server installed on this machine.") { names, install, native };
        command.SetAction((parsed, cancellationToken) => RunAsync(
            parsed.GetValue(names) ?? [],
            new StartOptions { Install = parsed.GetValue(install), Native = parsed.GetValue(native) },
            parsed.InvocationConfiguration,
            cancellationToken));
        return command;
    }

    private static async Task<int> RunAsync(string[] names, StartOptions options, InvocationConfiguration console, CancellationToken cancellationToken)
    {
        var exitCode = ExitCode.Success;
        foreach (var system in names.Length > 0 ? ServerNames.Resolve(names) : ServerCatalogue.All)
        {
            try
            {
                var found = await ServerFinder.EnsureAsync(system, options, cancellationToken).ConfigureAwait(false);
                await console.Output.WriteLineAsync($"{system.Name}: {found.Version} at {system.PlaceOf(found.Url)}, {Describe(found.Origin)}").ConfigureAwait(false);
            }
            catch (ServerException error)
            {
                await console.Error.WriteLineAsync($"{system.Name}: {error.Message}").ConfigureAwait(false);

                // Without names, what cannot be had here is only told.
                if (names.Length > 0) exitCode = ExitCode.Failure;
            }
        }

        return exitCode;
    }

    private static string Describe(ServerOrigin origin) => origin switch
    {
        ServerOrigin.Compose => "started by docker compose",
        ServerOrigin.Native => "started",
        _ => "was running",
    };
}
