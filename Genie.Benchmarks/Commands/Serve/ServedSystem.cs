using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Workers;
using Genie.Brokers;
using Genie.Brokers.Ledger;
using Genie.Workload;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>A messaging system with connections to it and a worker behind it.</summary>
internal sealed class ServedSystem : IAsyncDisposable
{
    private readonly List<IAsyncDisposable> _open = [];
    private readonly Admission<RequestSlot> _probe;
    private readonly IWorker _worker;

    private ServedSystem(string name, IWorker worker, RequestSlot probe, IReadOnlyList<ServedPath> paths, List<IAsyncDisposable> open)
    {
        (Name, _worker, Paths, _open) = (name, worker, paths, open);
        _probe = new Admission<RequestSlot>([probe], int.MaxValue);
    }

    /// <summary>The system's name.</summary>
    public string Name { get; }

    /// <summary>Its paths.</summary>
    public IReadOnlyList<ServedPath> Paths { get; }

    /// <summary>Connects, starts the worker and makes the first request, so that whoever asks finds it warm.</summary>
    /// <exception cref="BrokerException">One of it failed.</exception>
    public static async Task<ServedSystem> OpenAsync(ServeRequest request, BenchDriver driver, CancellationToken cancellationToken)
    {
        List<IAsyncDisposable> open = [];
        try
        {
            var plain = Keep(open, WorkerFactory.CreateBroker(driver.Choice));
            var workload = driver.Driver.InProcess
                ? await WorkloadFactory.CreateForWorkerAsync(request.Workload, cancellationToken).ConfigureAwait(false) : WorkloadFactory.CreateForClient(request.Workload);
            if (workload is IAsyncDisposable disposable) open.Add(disposable);
            var job = new WorkerJob { Broker = driver.Choice, Channel = $"genie-serve-{RunNumber.Next():x}", Workload = request.Workload, Concurrency = request.WorkerConcurrency };
            var (worker, broker) = await WorkerStart.StartAsync(driver.Driver, plain, workload, job, request.WorkerCommand, kept: null, cancellationToken).ConfigureAwait(false);
            open.Add(worker);
            return await ConnectAsync(request, driver.Driver.Broker, broker, job.Channel, workload, worker, open, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await CloseAsync(open).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Makes a request beside the others': null if the way to the worker and back is open, else why not.</summary>
    public async Task<string?> ProbeAsync(CancellationToken cancellationToken)
    {
        if (_worker.Death.IsFaulted) return _worker.Death.Exception!.InnerException!.Message;
        var slot = await _probe.TakeAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await slot!.SendAsync().ConfigureAwait(false);
            return null;
        }
        catch (BrokerException error)
        {
            return error.Message;
        }
        finally
        {
            _probe.Return(slot!);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => CloseAsync(_open);

    private static async Task<ServedSystem> ConnectAsync(
        ServeRequest request, string name, IBroker broker, string channel, IWorkload workload, IWorker worker, List<IAsyncDisposable> open, CancellationToken cancellationToken)
    {
        var options = new ConnectionOptions { MaxInFlight = Math.Max(request.InFlightMax, 16), RequestTimeout = request.RequestTimeout };
        List<IBrokerConnection> connections = [];
        for (var i = 0; i < request.Connections; i++)
            connections.Add(Keep(open, await broker.ConnectAsync(channel, options, cancellationToken).ConfigureAwait(false)));
        await FirstRequest.MakeAsync(connections[0], workload, worker, isOneWay: false, cancellationToken).ConfigureAwait(false);
        var ledger = new SentLedger(RunNumber.Next());
        await worker.BeginAsync(ledger.Run, cancellationToken).ConfigureAwait(false);
        var ledgered = connections.Select(connection => new LedgeredConnection(connection, ledger)).ToArray();
        LedgeredConnection Next(int i) => ledgered[i % ledgered.Length];
        Admission<RequestSlot> Admit(Func<int, RequestSlot> slot) => new([.. Enumerable.Range(0, request.InFlightMax).Select(slot)], request.QueueMax);
        ServedPath[] paths =
        [
            new($"/{name}", name, ServedPath.RoundTripMode, $"One request through {name}, answered when its answer is there and right.", Admit(i => RequestSlot.RoundTrip(Next(i), ledger, workload))),
            new($"/{name}/fire", name, ServedPath.FireMode, $"One message through {name}, answered when it is confirmed.", Admit(i => RequestSlot.Fire(Next(i), workload))),
        ];
        return new ServedSystem(name, worker, RequestSlot.RoundTrip(ledgered[0], ledger, workload), paths, open);
    }

    private static T Keep<T>(List<IAsyncDisposable> open, T resource)
        where T : IAsyncDisposable
    {
        open.Add(resource);
        return resource;
    }

    /// <summary>The last first: connections before the worker, the worker before what it works with.</summary>
    private static async ValueTask CloseAsync(List<IAsyncDisposable> open)
    {
        foreach (var each in Enumerable.Reverse(open)) await each.DisposeAsync().ConfigureAwait(false);
        open.Clear();
    }
}
