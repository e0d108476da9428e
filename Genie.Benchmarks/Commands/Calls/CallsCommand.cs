using System.CommandLine;
using System.Net;
using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Commands.Calls;

/// <summary><c>genie calls</c>: the processes that <c>bench --table</c> starts for each system. Not for people.</summary>
internal static class CallsCommand
{
    /// <summary>Its name, for who starts it.</summary>
    public const string Name = "calls";

    /// <summary>The option by which it answers calls; else it makes them.</summary>
    public const string ServeOption = "--serve";

    /// <summary>The option by which it does so elsewhere than on 127.0.0.1.</summary>
    public const string AddressOption = "--address";

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var (system, serve, address) = (new Argument<string>("SYSTEM"), new Option<bool>(ServeOption), new Option<string?>(AddressOption));
        var command = new Command(Name) { system, serve, address };
        command.SetAction(async (parsed, _) =>
        {
            // Ctrl-C in a terminal reaches every process of it; bench ends this one by closing its input.
            using var signals = new IgnoredInterrupt();
            using var channel = new JsonLineChannel(parsed.Streams().OpenInput(), parsed.Streams().OpenOutput());
            var chosen = CallSystem.Get(parsed.GetValue(system)!);
            var listen = parsed.GetValue(address) is { } text ? IPAddress.Parse(text) : IPAddress.Loopback;
            await (parsed.GetValue(serve) ? CallServerProcess.RunAsync(chosen, listen, channel, CancellationToken.None) : CallClientProcess.RunAsync(chosen, channel, CancellationToken.None)).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }
}
