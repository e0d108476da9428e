using System.CommandLine;
using Genie.Benchmarks.Load.Silos;
using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie down</c>: ends what <c>genie up</c> started.</summary>
internal static class DownCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var names = new Argument<string[]>("BROKER") { Description = "Systems to end; with none, every one that was started.", Arity = ArgumentArity.ZeroOrMore };
        var data = new Option<bool>("--data") { Description = "Delete what they stored, too." };
        var command = new Command("down") { names, data };
        command.SetAction((parsed, cancellationToken) => RunAsync(parsed.GetValue(names) ?? [], parsed.GetValue(data), parsed.InvocationConfiguration, cancellationToken));
        return command;
    }

    private static async Task<int> RunAsync(string[] names, bool deleteData, InvocationConfiguration console, CancellationToken cancellationToken)
    {
        var exitCode = ExitCode.Success;
        string[] servers = [.. names.Where(name => name != LocalCluster.Name)];
        var systems = names.Length > 0 ? ServerNames.Resolve(servers) : ServerCatalogue.All;

        // First, while they have a database to say good-bye in.
        var ended = names.Length == 0 || servers.Length < names.Length ? await LocalCluster.EndAsync(cancellationToken).ConfigureAwait(false) : 0;
        if (ended > 0 || servers.Length < names.Length) await console.Output.WriteLineAsync(ended > 0 ? $"{LocalCluster.Name}: {ended} ended" : $"{LocalCluster.Name}: none was started").ConfigureAwait(false);
        foreach (var system in systems)
        {
            try
            {
                if (await ServerStopper.EndAsync(system, deleteData, cancellationToken).ConfigureAwait(false))
                {
                    ended++;
                    await console.Output.WriteLineAsync($"{system.Name}: ended").ConfigureAwait(false);
                }
                else if (names.Length > 0)
                {
                    await console.Output.WriteLineAsync($"{system.Name}: none was started").ConfigureAwait(false);
                }
            }
            catch (ServerException error)
            {
                await console.Error.WriteLineAsync($"{system.Name}: {error.Message}").ConfigureAwait(false);
                exitCode = ExitCode.Failure;
            }
        }

        if (names.Length == 0 && ended == 0 && exitCode == ExitCode.Success) await console.Output.WriteLineAsync("nothing was started").ConfigureAwait(false);
        return exitCode;
    }
}
