using System.CommandLine;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Ladders.Levels;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie levels</c>: the two processes that <c>bench --ladder</c> starts for each transport. Not for people.</summary>
internal static class LevelsCommand
{
    /// <summary>Its name, for who starts it.</summary>
    public const string Name = "levels";

    /// <summary>The option by which it answers requests; else it makes them.</summary>
    public const string ServeOption = "--serve";

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var (transport, serve) = (new Argument<string>("TRANSPORT"), new Option<bool>(ServeOption));
        var command = new Command(Name) { transport, serve };
        command.SetAction(async (parsed, _) =>
        {
            // Ctrl-C in a terminal reaches every process of it; bench ends this one by closing its input.
            using var signals = new IgnoredInterrupt();
            using var channel = new JsonLineChannel(parsed.Streams().OpenInput(), parsed.Streams().OpenOutput());
            var chosen = LevelTransport.Get(parsed.GetValue(transport)!);
            LevelProcess process = parsed.GetValue(serve) ? new LevelServerProcess(chosen) : new LevelClientProcess(chosen);
            await using (process.ConfigureAwait(false)) await process.RunAsync(channel, CancellationToken.None).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
