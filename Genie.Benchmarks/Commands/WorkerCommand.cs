using System.CommandLine;
using System.Net;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Commands.Workers;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Silos;
using Genie.Benchmarks.Load.Workers;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie worker</c>: the answering side on its own, for other hosts.</summary>
internal sealed class WorkerCommand
{
    private const string DefaultStoreFolder = "events";

    private readonly Argument<string?> _broker = new("BROKER") { Description = "The messaging system to take requests from.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _client = new("--client") { Description = "wire or official; by default the first that was built.", HelpName = "NAME" };
    private readonly Option<string> _channel = new("--channel") { Description = "The channel to listen to", HelpName = "NAME", DefaultValueFactory = _ => "genie" };
    private readonly ParsedOption<long> _concurrency = Options.OfCount("--concurrency", "Requests handled at once", "1", min: 1);
    private readonly WorkloadOptions _workload = new(DefaultStoreFolder);
    private readonly BrokerOptions _settings = new();
    private readonly ParsedOption<long> _partitions = PartitionsOption.Create();

    private readonly Option<bool> _controlled = new("--controlled")
    {
        Description = "Takes its job and questions as JSON lines on standard input and ends when that ends; for "
            + "'genie bench --worker-command \"ssh HOST genie worker --controlled\"'.",
    };

    private readonly ParsedOption<IPEndPoint?> _listen = Options.Of<IPEndPoint?>(
        "--listen", "Waits for controlled jobs at this address (0.0.0.0:5090) and runs each in a process of its own; anybody who reaches it may start some", null, EndPointText.ParseAddress);

    private readonly ParsedOption<(string Host, int Port)?> _relay = Options.Of<(string Host, int Port)?>(
        "--relay", "Joins standard input and output to a worker that waits at HOST:PORT; what --worker-command tcp://HOST:PORT starts", null, text => EndPointText.ParseHost(text));

    private readonly Option<bool> _untilInputEnds = new(SiloArguments.UntilInputEnds) { Description = "Ends when its standard input does: with the program that started it, however that ends" };

    private WorkerCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var worker = new WorkerCommand();
        var command = new Command("worker") { worker._broker, worker._channel, worker._client, worker._concurrency, worker._partitions };
        worker._workload.AddTo(command);
        worker._settings.AddTo(command);
        command.Add(worker._controlled);
        command.Add(worker._listen);
        command.Add(worker._relay);
        command.Add(worker._untilInputEnds);
        command.SetAction((parsed, cancellationToken) => worker.RunAsync(parsed, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        if (parsed.GetValue(_controlled)) return await RunControlledAsync(parsed.Streams()).ConfigureAwait(false);
        if (_listen.Read(parsed) is { } address) await WorkerListener.RunAsync(address, parsed.InvocationConfiguration.Output, cancellationToken).ConfigureAwait(false);
        else if (_relay.Read(parsed) is { } there) await WorkerRelay.RunAsync(there.Host, there.Port, parsed.Streams(), cancellationToken).ConfigureAwait(false);
        else return await RunAloneAsync(parsed, cancellationToken).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private static async Task<int> RunControlledAsync(CommandStreams streams)
    {
        // Ctrl-C in a terminal reaches every process of it; this one ends when its input does.
        using var signals = new IgnoredInterrupt();
        using var channel = new JsonLineChannel(streams.OpenInput(), streams.OpenOutput());
        await new ControlledWorker(channel, WorkerFactory.StartSessionAsync).RunAsync(CancellationToken.None).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private async Task<int> RunAloneAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var job = ReadJob(parsed);
        await using var maps = await MapDatabase.ForAsync(job.Workload, Installation.None, cancellationToken).ConfigureAwait(false);
        await using var session = await WorkerFactory.StartSessionAsync(job, cancellationToken).ConfigureAwait(false);
        session.AdoptsRuns = true;
        var streams = parsed.Streams();
        streams.Output.WriteLine($"{job.Broker.Broker} ({session.Traits.ClientVersion}): listening on channel {job.Channel}; Ctrl-C ends.");
        if (parsed.GetValue(_untilInputEnds)) await EndOfInput.WaitAsync(streams, cancellationToken).ConfigureAwait(false);
        else await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var line in session.Describe()) streams.Output.WriteLine(line);
        return ExitCode.Success;
    }

    private WorkerJob ReadJob(ParseResult parsed)
    {
        var broker = parsed.GetValue(_broker) ?? throw new BadArgumentException($"Which messaging system? One of {string.Join(", ", DriverCatalogue.Brokers)}.");
        var drivers = DriverCatalogue.Of(broker);
        var client = parsed.GetValue(_client) ?? (drivers.Count > 0 ? drivers[0].Client : "wire");
        if (DriverCatalogue.Find(broker, client).InProcess)
            throw new BadArgumentException($"{broker} exists inside one process only; a worker of its own could never be reached.");
        var workload = WithFolder(_workload.ReadOne(parsed));
        return new WorkerJob
        {
            Broker = new BrokerChoice { Broker = broker, Client = client, Settings = _settings.Read(parsed, [broker])[broker].ToDictionary(), Partitions = PartitionsOption.Read(_partitions, parsed, workload, encrypt: false) },
            Channel = parsed.GetValue(_channel)!,
            Workload = workload,
            Concurrency = (int)_concurrency.Read(parsed),
        };
    }

    // A worker that is started again must find what it did before.
    private static WorkloadChoice WithFolder(WorkloadChoice choice) => choice with { StoreFolder = choice.StoreFolder ?? DefaultStoreFolder };
}
