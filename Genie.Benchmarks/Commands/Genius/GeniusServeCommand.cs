using System.CommandLine;
using System.Net;
using Genie.Benchmarks.Load.Silos;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary><c>genie genius serve</c>: rules, windows, geofences and patterns behind gRPC and a broker's channel.</summary>
internal static class GeniusServeCommand
{
    /// <summary>What it prints once it serves begins so.</summary>
    internal const string ReadyStart = "gRPC at ";

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var config = new Option<string?>("--config")
        {
            Description = "A JSON file of settings; variables GENIUS_..., as GENIUS_Listen or GENIUS_Windows__0__Name, go before it. Without either: an event store in the folder genius-events, gRPC at 127.0.0.1:5000.",
            HelpName = "FILE",
        };
        var untilInputEnds = new Option<bool>(SiloArguments.UntilInputEnds) { Description = "Ends when its standard input does, as by SIGTERM: with the program that started it, however that ends" };
        var command = new Command("serve", "Serves Genius until Ctrl-C or SIGTERM: events come in by gRPC or a broker's channel, rules are managed by 'genie rules'.") { config, untilInputEnds };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var settings = GeniusSettings.Read(parsed.GetValue(config));
            if (settings.Certificate is null && !(IPAddress.IsLoopback(settings.ListenAddress.Address) && IPAddress.IsLoopback((settings.HttpAddress ?? settings.ListenAddress).Address)))
                await parsed.InvocationConfiguration.Error.WriteLineAsync("Listen, Http: without a Certificate keys and events can be read on their way; put TLS before it, or give it one.").ConfigureAwait(false);
            await using var server = await GeniusServer.StartAsync(settings, parsed.Streams().Log, cancellationToken).ConfigureAwait(false);
            parsed.InvocationConfiguration.Output.WriteLine($"{ReadyStart}{server.GrpcAddress}; {(server.JsonAddress is { } json ? $"HTTP with JSON at {json}; " : "")}probes, metrics{(server.HasPage ? " and the live page" : "")} at {server.WebAddress}; Ctrl-C ends it.");
            using var ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, server.Stopping);
            if (parsed.GetValue(untilInputEnds)) await EndOfInput.WaitAsync(parsed.Streams(), ended.Token).ConfigureAwait(false);
            else await Task.Delay(Timeout.Infinite, ended.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!server.Stopping.IsCancellationRequested) return ExitCode.Success;
            await parsed.InvocationConfiguration.Error.WriteLineAsync("It ended by itself; what it logged before says why.").ConfigureAwait(false);
            return ExitCode.Failure;
        });
        return command;
    }
}
