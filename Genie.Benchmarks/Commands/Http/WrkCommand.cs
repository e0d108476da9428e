using System.CommandLine;
using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Genie.Benchmarks.Reporting.Crank;

namespace Genie.Benchmarks.Commands.Http;

/// <summary><c>genie wrk URL</c>: loads an HTTP server by the wrk that is installed, and reports as a Crank job does.</summary>
internal sealed class WrkCommand
{
    private readonly Argument<string> _url = new("URL") { Description = "What to load, as http://localhost:5080/nats" };
    private readonly ParsedOption<long> _connections = Options.OfCount("--connections", "Connections", "32", min: 1);
    private readonly ParsedOption<long> _threads = Options.OfCount("--threads", "Threads of wrk", "2", min: 1);
    private readonly ParsedOption<TimeSpan> _duration = Options.OfDuration("--duration", "Measured time", "15s");
    private readonly ParsedOption<TimeSpan> _warmUp = Options.OfDuration("--warmup", "Time of the same load before it", "2s", mayBeNone: true);

    private WrkCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var wrk = new WrkCommand();
        var command = new Command("wrk")
        {
            wrk._url, wrk._connections, wrk._threads, wrk._duration, wrk._warmUp,
        };
        command.SetAction((parsed, cancellationToken) => wrk.RunAsync(parsed, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var output = parsed.InvocationConfiguration.Output;
        if (!Uri.TryCreate(parsed.GetValue(_url), UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https")) throw new BadArgumentException("URL: the value is no URL as http://localhost:5080/nats.");
        var firstRequest = await FirstRequest.MeasureAsync(url, cancellationToken).ConfigureAwait(false);
        if (_warmUp.Read(parsed) is { Ticks: > 0 } warmUp) await RunWrkAsync(parsed, warmUp, isMeasured: false, cancellationToken).ConfigureAwait(false);
        var text = await RunWrkAsync(parsed, _duration.Read(parsed), isMeasured: true, cancellationToken).ConfigureAwait(false);
        await output.WriteLineAsync(text.AsMemory(), cancellationToken).ConfigureAwait(false);
        IReadOnlyList<CrankMeasure> measures;
        try
        {
            measures = [firstRequest, .. WrkOutput.Parse(text)];
        }
        catch (FormatException error)
        {
            throw new IOException(error.Message, error);
        }

        CrankOutput.Write(measures, output, DateTimeOffset.UtcNow);
        return measures.Any(measure => measure is { Name: "http/requests/badresponses" or "http/requests/errors", Value: > 0 }) ? ExitCode.Failure : ExitCode.Success;
    }

    private async Task<string> RunWrkAsync(ParseResult parsed, TimeSpan duration, bool isMeasured, CancellationToken cancellationToken)
    {
        // wrk refuses more threads than connections.
        var connections = _connections.Read(parsed);
        string[] arguments =
        [
            "--latency", "-c", Text(connections), "-t", Text(Math.Min(connections, _threads.Read(parsed))), "-d", Text((long)Math.Ceiling(duration.TotalSeconds)) + "s", parsed.GetValue(_url)!,
        ];
        try
        {
            using var wrk = Process.Start(new ProcessStartInfo("wrk", arguments) { RedirectStandardOutput = true })!;

            // Crank's agent then shows wrk's processor time and memory as the job's, not those of this process.
            if (isMeasured) await parsed.InvocationConfiguration.Error.WriteLineAsync($"##ChildProcessId:{Text(wrk.Id)}".AsMemory(), cancellationToken).ConfigureAwait(false);
            await using var registration = cancellationToken.Register(wrk.Kill).ConfigureAwait(false);
            var text = await wrk.StandardOutput.ReadToEndAsync(CancellationToken.None).ConfigureAwait(false);
            await wrk.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            return wrk.ExitCode == 0 ? text : throw new IOException($"wrk ended with exit code {wrk.ExitCode}: {text.Trim()}");
        }
        catch (Win32Exception error)
        {
            throw new IOException("There is no 'wrk' on the PATH; on Debian and Ubuntu it is the package wrk.", error);
        }
    }

    private static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);
}
