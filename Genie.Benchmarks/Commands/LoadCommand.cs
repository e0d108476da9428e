using System.CommandLine;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Crews;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie load</c>: the process that <c>bench</c> starts for each row. Not for people.</summary>
internal static class LoadCommand
{
    /// <summary>Its name, for who starts it.</summary>
    public const string Name = "load";

    /// <summary>The option by which it shares its worker with others: see <see cref="LoadSeat"/>.</summary>
    public const string ManyOption = "--many";

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var many = new Option<bool>(ManyOption);
        var command = new Command(Name) { many };
        command.SetAction(async (parsed, _) =>
        {
            // Ctrl-C in a terminal reaches every process of it; bench shuts this one down gracefully, by closing its input.
            using var signals = new IgnoredInterrupt();
            using var channel = new JsonLineChannel(parsed.Streams().OpenInput(), parsed.Streams().OpenOutput());
            await (parsed.GetValue(many) ? new LoadSeat(channel).RunAsync(CancellationToken.None) : LoadProcess.RunAsync(channel, CancellationToken.None)).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
