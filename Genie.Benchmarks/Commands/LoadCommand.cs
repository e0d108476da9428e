using System.CommandLine;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie load</c>: the process that <c>bench</c> starts for each row. Not for people.</summary>
internal static class LoadCommand
{
    /// <summary>Its name, for who starts it.</summary>
    public const string Name = "load";

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var command = new Command(Name);
        command.SetAction(async (_, _) =>
        {
            // Ctrl-C in a terminal reaches every process of it; bench shuts this one down gracefully, by closing its input.
            using var signals = new IgnoredInterrupt();
            using var channel = new JsonLineChannel(Console.OpenStandardInput(), Console.OpenStandardOutput());
            await LoadProcess.RunAsync(channel, CancellationToken.None).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
