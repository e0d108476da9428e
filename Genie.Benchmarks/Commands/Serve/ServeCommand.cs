using System.CommandLine;
using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Reporting.Model;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary><c>genie serve</c>: the workload behind HTTP, for load from outside.</summary>
internal sealed class ServeCommand
{
    private readonly Argument<string[]> _brokers = new("BROKER")
    {
        Description = $"What to serve beside the baseline '{DriverCatalogue.NullBroker}': {string.Join(", ", DriverCatalogue.Brokers.Except(DriverCatalogue.References))}. With none given: inmemory.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<string> _url = new("--url") { Description = "Where to listen; port 0 takes a free one", HelpName = "URL", DefaultValueFactory = _ => "http://127.0.0.1:5080" };
    private readonly Option<string[]> _region = new("--region")
    {
        Description = $"A region that the live page tells requests apart by; may be given again: {RegionText.FormsOf(ServedRegions.Layers)}. By default the countries that they come from.",
        HelpName = "REGION",
    };

    private readonly Option<string?> _client = new("--client") { Description = "wire or official; by default the first that each system has.", HelpName = "NAME" };
    private readonly ParsedOption<long> _connections = Options.OfCount("--connections", "Links to each system", "1", min: 1);
    private readonly ParsedOption<long> _inFlight = Options.OfCount("--in-flight", "Requests under way at once for each path", "64", min: 1);
    private readonly ParsedOption<long> _queue = Options.OfCount("--queue", "Requests that wait for each path when so many are under way; more get 503", "256");
    private readonly ParsedOption<long> _concurrency = Options.OfCount("--concurrency", "Requests that each worker handles at once", "1", min: 1);
    private readonly ParsedOption<TimeSpan> _timeout = Options.OfDuration("--timeout", "A request without answer for this long gets 504", "10s");
    private readonly SecretOption<string?> _workerCommand = new("--worker-command", SecretText.OfWorkerCommand) { Description = "Shell command that starts the workers elsewhere: \"ssh HOST genie worker --controlled\"", HelpName = "CMD" };
    private readonly WorkloadOptions _workload = new("one of its own, removed afterwards");
    private readonly BrokerOptions _settings = new();

    private ServeCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var serve = new ServeCommand();
        var command = new Command("serve")
        {
            serve._brokers, serve._url, serve._region, serve._client, serve._connections, serve._inFlight, serve._queue, serve._concurrency, serve._timeout, serve._workerCommand,
        };
        serve._workload.AddTo(command);
        serve._settings.AddTo(command);
        command.SetAction(serve.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var request = Read(parsed);
        var (output, error) = (parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error);
        await using var servers = new BenchServers(new BenchRequest
        {
            Named = request.Brokers,
            Modes = [RunMode.RoundTrip],
            Connections = [request.Connections],
            Client = request.Client,
            Workload = request.Workload,
            Settings = request.Settings,
            Folder = "",
        }, error);
        var remarks = new List<string>();
        var drivers = await servers.PrepareAsync(remarks, cancellationToken).ConfigureAwait(false);
        foreach (var remark in remarks) output.WriteLine(remark);
        foreach (var (driver, why) in servers.Failures) error.WriteLine($"{driver.Broker} cannot be served: {why}");
        if (servers.Failures.Count > 0) return ExitCode.Failure;
        await using var front = await ServeFront.StartAsync(request, drivers, cancellationToken).ConfigureAwait(false);
        foreach (var path in front.Paths) output.WriteLine(front.Address + path);
        output.WriteLine($"The live page: {front.Address}/");
        output.WriteLine($"Listening on {front.Address}; Ctrl-C ends.");
        try
        {
            await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // Ctrl-C is how it ends.
        }

        return ExitCode.Success;
    }

    private ServeRequest Read(ParseResult parsed)
    {
        var named = parsed.GetValue(_brokers)!;
        var brokers = (named.Length > 0 ? named : ["inmemory"]).Prepend(DriverCatalogue.NullBroker).Distinct().ToArray();
        foreach (var broker in brokers) DriverCatalogue.Of(broker);
        var url = parsed.GetValue(_url)!;
        if (!Uri.TryCreate(url, UriKind.Absolute, out var address) || address.Scheme != Uri.UriSchemeHttp) throw new BadArgumentException("--url: expected something like http://127.0.0.1:5080.");
        return new ServeRequest
        {
            Brokers = brokers,
            Client = parsed.GetValue(_client),
            Settings = _settings.Read(parsed, brokers),
            Workload = _workload.Read(parsed),
            Url = url,
            Regions = ReadRegions(parsed.GetValue(_region) ?? []),
            Connections = (int)_connections.Read(parsed),
            InFlightMax = (int)_inFlight.Read(parsed),
            QueueMax = (int)_queue.Read(parsed),
            WorkerConcurrency = (int)_concurrency.Read(parsed),
            RequestTimeout = _timeout.Read(parsed),
            WorkerCommand = parsed.GetValue(_workerCommand),
        };
    }

    private static Rule[] ReadRegions(string[] texts)
    {
        try
        {
            return [.. texts.Distinct().Select(ServedRegions.RuleOf)];
        }
        catch (InvalidRegionException error)
        {
            throw new BadArgumentException($"--region: {error.Message}");
        }
    }
}
