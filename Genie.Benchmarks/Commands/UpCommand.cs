using System.CommandLine;
using Genie.Benchmarks.Load.Silos;
using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie up</c>: finds servers or starts them.</summary>
internal static class UpCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var names = new Argument<string[]>("BROKER") { Description = $"Systems to start; with none, every server that can be had here. {LocalCluster.Name} are silos, with PostgreSQL", Arity = ArgumentArity.ZeroOrMore };
        var install = new Option<bool>("--install") { Description = Installation.Description };
        var native = new Option<bool>("--native") { Description = "Start processes even where docker answers." };
        var silos = new SiloUp();
        var command = new Command("up") { names, install, native };
        silos.AddTo(command);
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var options = new StartOptions { Native = parsed.GetValue(native) };
            var (named, console) = (parsed.GetValue(names) ?? [], parsed.InvocationConfiguration);
            string[] servers = [.. named.Where(name => name != LocalCluster.Name)];
            var exitCode = servers.Length > 0 || named.Length == 0 ? await RunAsync(servers, parsed.GetValue(install), options, console, cancellationToken).ConfigureAwait(false) : ExitCode.Success;
            if (servers.Length < named.Length) await silos.RunAsync(parsed, options, console.Output, cancellationToken).ConfigureAwait(false);
            return exitCode;
        });
        return command;
    }

    private static async Task<int> RunAsync(string[] names, bool install, StartOptions options, InvocationConfiguration console, CancellationToken cancellationToken)
    {
        var systems = names.Length > 0 ? ServerNames.Resolve(names.Distinct()) : ServerCatalogue.All;
        var notInstalled = install ? await Installation.RunAsync([], systems, options, console.Error, cancellationToken).ConfigureAwait(false) : Installation.None;
        var starting = systems.Select(system => (System: system, Start: StartAsync(system, notInstalled.GetValueOrDefault(system.Name), options, cancellationToken))).ToArray();
        var exitCode = ExitCode.Success;
        foreach (var (system, start) in starting)
        {
            try
            {
                var found = await start.ConfigureAwait(false);
                await console.Output.WriteLineAsync($"{system.Name}: {found.Version} at {system.PlaceOf(found.Url)}, {Describe(found.Origin)}").ConfigureAwait(false);
            }
            catch (ServerException error)
            {
                await console.Error.WriteLineAsync($"{system.Name}: {error.Message}").ConfigureAwait(false);

                // Without names, what cannot be had here is only reported.
                if (names.Length > 0) exitCode = ExitCode.Failure;
            }
            catch (OperationCanceledException)
            {
                // Each ends what it was starting.
                await ((Task)Task.WhenAll(starting.Select(each => each.Start))).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                throw;
            }
        }

        return exitCode;
    }

    private static async Task<FoundServer> StartAsync(ServerSystem system, string? whyNotInstalled, StartOptions options, CancellationToken cancellationToken) => whyNotInstalled is null
        ? await ServerFinder.EnsureAsync(system, options, cancellationToken).ConfigureAwait(false)
        : throw new ServerException(whyNotInstalled);

    private static string Describe(ServerOrigin origin) => origin switch
    {
        ServerOrigin.Compose => "started by docker compose",
        ServerOrigin.Native => "started",
        _ => "was running",
    };
}
