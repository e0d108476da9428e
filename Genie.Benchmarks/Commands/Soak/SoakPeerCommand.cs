using System.CommandLine;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Soak.Udp.Peers;

namespace Genie.Benchmarks.Commands.Soak;

/// <summary><c>genie soak peer</c>: a process that <c>genie soak udp</c> starts. Not for people.</summary>
internal static class SoakPeerCommand
{
    /// <summary>Its name, for who starts it.</summary>
    public const string Name = "peer";

    /// <summary>The option by which it is the server; else it is the clients.</summary>
    public const string ServeOption = "--serve";

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var serve = new Option<bool>(ServeOption);
        var command = new Command(Name, "Is one side of a soak; started by it.") { serve };
        command.Hidden = true;
        command.SetAction(async (parsed, _) =>
        {
            // Ctrl-C in a terminal reaches every process of it; the soak ends this one by closing its input.
            using var signals = new IgnoredInterrupt();
            using var channel = new JsonLineChannel(parsed.Streams().OpenInput(), parsed.Streams().OpenOutput());
            await SoakPeerProcess.RunAsync(parsed.GetValue(serve), channel, CancellationToken.None).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
