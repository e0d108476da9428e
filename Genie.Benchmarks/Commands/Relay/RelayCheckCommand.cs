using System.CommandLine;
using Genie.Relay.Configuration;

namespace Genie.Benchmarks.Commands.Relay;

/// <summary><c>genie relay check</c>: whether a file would be taken, with the environment over it.</summary>
internal static class RelayCheckCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var file = new Argument<string>("FILE") { Description = "The YAML file." };
        var command = new Command("check", "Names every mistake of a file, and of the environment, with its line. Exit code 1: there is one.") { file };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var name = parsed.GetValue(file)!;
            if (!File.Exists(name)) throw new BadArgumentException($"There is no file '{name}'.");
            try
            {
                var options = RelayConfiguration.Load(name);
                var workers = options.Workers;
                await parsed.InvocationConfiguration.Output.WriteLineAsync(
                    $"{name} is right: port {options.Server.Port}, {workers.Count} workers of {workers.PoolSize} calls each, from port {workers.StartPort}.".AsMemory(), cancellationToken).ConfigureAwait(false);
                return ExitCode.Success;
            }
            catch (RelayConfigurationException error)
            {
                foreach (var mistake in error.Mistakes) await parsed.InvocationConfiguration.Error.WriteLineAsync(mistake.ToString().AsMemory(), cancellationToken).ConfigureAwait(false);
                return ExitCode.Failure;
            }
        });
        return command;
    }
}
