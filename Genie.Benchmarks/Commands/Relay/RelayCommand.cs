using System.CommandLine;
using System.Runtime.InteropServices;
using Genie.Benchmarks.Commands.Relay.Soak;
using Genie.Relay.Configuration;
using Genie.Relay.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Commands.Relay;

/// <summary><c>genie relay</c>: one gRPC address in front of several workers.</summary>
internal static partial class RelayCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var file = new Option<string?>("--config") { Description = $"The YAML file [default: what {RelayConfiguration.PathVariable} names, else {RelayConfiguration.DefaultFile} if it is there]", HelpName = "FILE" };
        var command = new Command("relay") { file, RelayCheckCommand.Create(), RelayBenchCommand.Create(), RelaySoakCommand.Create() };
        command.SetAction((parsed, cancellationToken) => RunAsync(parsed.GetValue(file), cancellationToken));
        return command;
    }

    private static async Task<int> RunAsync(string? file, CancellationToken cancellationToken)
    {
        var options = RelayConfiguration.Load(file);
        using var loggers = RelayLogging.Create(() => options.Log);
        var log = loggers.CreateLogger("Genie.Relay");
        await using var relay = await RelayHost.StartAsync(options, loggers, cancellationToken).ConfigureAwait(false);
        var (port, probes, metrics) = (relay.Port, relay.ProbesPort, relay.MetricsPort);
        LogPorts(log, port, probes, metrics);
        using var hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, context =>
        {
            context.Cancel = true;
            options = Reload(file, options, log);
            relay.ReplaceWorkers(options);
        });
        await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        log.LogInformation("The relay ends: calls under way first, then the workers.");
        await relay.StopAsync().ConfigureAwait(false);
        return ExitCode.Success;
    }

    [LoggerMessage(LogLevel.Information, "The relay listens on port {Port}; probes and page: {Probes}, metrics: {Metrics}.")]
    private static partial void LogPorts(ILogger log, int port, int probes, int metrics);

    private static RelayOptions Reload(string? file, RelayOptions before, ILogger log)
    {
        try
        {
            return RelayConfiguration.Load(file);
        }
        catch (RelayConfigurationException error)
        {
            log.LogError("The settings stay as they are: {Mistakes}", error.Message);
            return before;
        }
    }
}
