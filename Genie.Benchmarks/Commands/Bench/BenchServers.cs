using System.Diagnostics;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Workers;
using Genie.Brokers.Drivers;
using Genie.Faults;
using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Finds or starts the servers of what is to be measured, and ends at last what it started.</summary>
internal sealed class BenchServers(BenchRequest request, TextWriter error) : IAsyncDisposable
{
    // An end that was asked for by Ctrl-C does not wait until a server has shut down; it does so by itself.
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan CancelledStopTimeout = TimeSpan.FromMilliseconds(100);

    private static readonly StartOptions Temporary = new() { IsTemporary = true };

    private readonly List<FoundServer> _used = [];
    private readonly List<(IBrokerDriver Driver, string Error)> _failures = [];
    private IReadOnlyDictionary<string, string> _notInstalled = Installation.None;
    private readonly BenchNetwork? _network =
        request.Network is null && !request.Faults.Any(fault => fault.OfNetwork is not null) ? null : new BenchNetwork(request.Network ?? NetworkProfile.Loopback, unchecked((int)request.Workload.Seed));

    private readonly BenchOwnServers? _own = request.Faults.Any(fault => fault.OfServer is not null) ? new BenchOwnServers() : null;
    private MapDatabase? _maps;
    private CancellationToken _cancellation;

    /// <summary>Drivers that were named but have no server, and why.</summary>
    public IReadOnlyList<(IBrokerDriver Driver, string Error)> Failures => _failures;

    /// <summary>The drivers to measure, with settings that reach a server.</summary>
    /// <param name="remarks">Takes a line for each system that is left out.</param>
    /// <param name="cancellationToken">Ends early.</param>
    public async Task<IReadOnlyList<BenchDriver>> PrepareAsync(List<string> remarks, CancellationToken cancellationToken)
    {
        _cancellation = cancellationToken;

        // Names first: a misspelt one must not be reported after a minute of starting servers.
        var drivers = request.Brokers.Select(broker => (broker, BenchPlan.DriversOf(broker, request))).ToArray();
        await InstallAsync(drivers.Where(system => system.Item2.Count > 0).Select(system => system.broker), cancellationToken).ConfigureAwait(false);
        _maps = await MapDatabase.ForAsync(request.Workload, _notInstalled, cancellationToken).ConfigureAwait(false);
        var reached = await Task.WhenAll(drivers.Select(system => ReachThroughNetworkAsync(system.broker, system.Item2, cancellationToken))).ConfigureAwait(false);
        List<BenchDriver> prepared = [];
        foreach (var ((broker, candidates), (settings, error)) in drivers.Zip(reached))
        {
            var measured = error is null ? candidates : StandIns(broker);
            foreach (var driver in measured) prepared.Add(await DescribeAsync(driver, settings, request.Partitions).ConfigureAwait(false));
            if (error is null) continue;
            if (measured.Count > 0) remarks.Add($"{broker}: measured without a server, by its client's {measured[0].Client} in this process. {error}");
            else if (request.Named.Contains(broker) && candidates.Count > 0) _failures.AddRange(candidates.Select(driver => (driver, error)));
            else remarks.Add($"{broker} is left out: {error}{StandInHint(broker)}");
        }

        return prepared;
    }

    /// <summary>
    /// Lets the faults that were asked for happen to a system, each at its time from now on; when the measured time is over, nothing of them is left. At once where none were asked for.
    /// </summary>
    /// <param name="broker">The system.</param>
    /// <param name="measured">How long the measured time lasts from now on.</param>
    /// <param name="rowEnded">Ends it earlier.</param>
    /// <exception cref="ServerException">A server does not start again.</exception>
    public async Task ApplyFaultsAsync(string broker, TimeSpan measured, CancellationToken rowEnded)
    {
        if (request.Faults.Count == 0) return;
        var begin = Stopwatch.GetTimestamp();
        try
        {
            foreach (var fault in request.Faults.OrderBy(fault => fault.At))
            {
                await WaitUntilAsync(fault.At).ConfigureAwait(false);
                if (fault.OfServer is { } step) await _own!.ApplyAsync(broker, step, rowEnded).ConfigureAwait(false);
                else _network!.Apply(broker, fault.OfNetwork!);
            }

            // Requests that are due yet would each wait for their timeout otherwise.
            await WaitUntilAsync(measured).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (rowEnded.IsCancellationRequested)
        {
            // What is left of them is healed below.
        }
        finally
        {
            _network?.Heal(broker);
            if (_own is not null) await _own.HealAsync(broker).ConfigureAwait(false);
        }

        Task WaitUntilAsync(TimeSpan at) => at - Stopwatch.GetElapsedTime(begin) is { Ticks: > 0 } wait ? Task.Delay(wait, rowEnded) : Task.CompletedTask;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        using var timeout = new CancellationTokenSource(_cancellation.IsCancellationRequested ? CancelledStopTimeout : StopTimeout);
        if (_network is not null) await _network.DisposeAsync().ConfigureAwait(false);
        if (_own is not null) await _own.DisposeAsync().ConfigureAwait(false);
        await Task.WhenAll(_used.Select(server => StopAsync(server, timeout.Token))).ConfigureAwait(false);
        if (_maps is not null) await _maps.DisposeAsync().ConfigureAwait(false);
    }

    // All in one step, and before the first is started: programs that install at once would wait for each other.
    private async Task InstallAsync(IEnumerable<string> brokers, CancellationToken cancellationToken)
    {
        if (!request.Install) return;
        var (named, lines) = (brokers.ToArray(), request.Quiet ? TextWriter.Null : error);
        var systems = named.Select(ServerCatalogue.Find).OfType<ServerSystem>().Where(system => !request.Settings[system.Name].Any(setting => setting.Key == system.AddressSetting));
        _notInstalled = await Installation.RunAsync(named, [.. systems, .. MapDatabase.ServerOf(request.Workload)], Temporary, lines, cancellationToken).ConfigureAwait(false);
    }

    private static async Task StopAsync(FoundServer server, CancellationToken timeout)
    {
        try
        {
            await server.StopAsync(timeout).ConfigureAwait(false);
        }
        catch (Exception error) when (error is OperationCanceledException or ServerException)
        {
            // It was asked to end; 'genie down' ends whatever is left.
        }
    }

    private async Task<(IReadOnlyDictionary<string, string> Settings, string? Error)> ReachThroughNetworkAsync(
        string broker, IReadOnlyList<IBrokerDriver> drivers, CancellationToken cancellationToken)
    {
        if (_network is not null && BenchNetwork.LackOf(broker) is { } lack) return (request.Settings[broker].ToDictionary(), lack);
        var (settings, error) = await ReachAsync(broker, drivers, cancellationToken).ConfigureAwait(false);
        return error is null && _network is not null ? (_network.Insert(broker, settings), null) : (settings, error);
    }

    private async Task<(IReadOnlyDictionary<string, string> Settings, string? Error)> ReachAsync(
        string broker, IReadOnlyList<IBrokerDriver> drivers, CancellationToken cancellationToken)
    {
        var settings = request.Settings[broker].ToDictionary();
        if (request.Agents is { } agents && drivers.Count > 0 && AgentReach.LackOf(broker, drivers[0], settings, agents) is { } unreached) return (settings, unreached);
        if (drivers.Count == 0) return (settings, $"it has no {request.Client ?? "client"} that was built; './genie brokers' names missing packages.");
        if (DriverCatalogue.WhyUnavailable(drivers) is { } unavailable) return (settings, _notInstalled.GetValueOrDefault(broker, unavailable));
        var system = ServerCatalogue.Find(broker);
        if (_own is not null && (system is null || settings.ContainsKey(system.AddressSetting)))
            return (settings, system is null ? "--fault: it has no server that something could happen to." : "--fault: only a server that is started for the run is killed or paused; leave its address out.");
        if (system is null || settings.ContainsKey(system.AddressSetting)) return (WithAddress(drivers, settings), null);
        if (_notInstalled.GetValueOrDefault(broker) is { } reason) return (settings, reason);
        try
        {
            settings[system.AddressSetting] = system.SettingOf(await FindAsync(system, cancellationToken).ConfigureAwait(false));
            return (settings, null);
        }
        catch (ServerException error)
        {
            return (settings, error.Message);
        }
    }

    private async Task<Uri> FindAsync(ServerSystem system, CancellationToken cancellationToken)
    {
        if (_own is not null) return await _own.StartAsync(system, cancellationToken).ConfigureAwait(false);
        var server = await ServerFinder.EnsureAsync(system, Temporary, cancellationToken).ConfigureAwait(false);
        lock (_used) _used.Add(server);
        return server.Url;
    }

    // Clients and listeners that meet directly do so where no other genie's do.
    private Dictionary<string, string> WithAddress(IReadOnlyList<IBrokerDriver> drivers, Dictionary<string, string> settings)
    {
        var driver = drivers[0];
        if (driver.InProcess || request.WorkerCommand is not null || request.Agents is not null || settings.ContainsKey(BrokerOptionsBinder.UrlSetting)) return settings;
        if (driver.OptionsType.GetProperty("Url")?.GetValue(BrokerOptionsBinder.Bind(driver.Broker, driver.OptionsType, settings)) is not Uri url) return settings;
        settings[BrokerOptionsBinder.UrlSetting] = new UriBuilder(url) { Port = Ports.PickFree(url.Port) }.Uri.ToString();
        return settings;
    }

    private IReadOnlyList<IBrokerDriver> StandIns(string broker) =>
        _network is null && _own is null && request.Agents is null && request.Client is null or "all" ? [.. DriverCatalogue.Of(broker).Where(DriverCatalogue.IsStandIn)] : [];

    private static string StandInHint(string broker) =>
        DriverCatalogue.Of(broker).FirstOrDefault(DriverCatalogue.IsStandIn) is { } standIn ? $" './genie bench {broker}' measures its client's {standIn.Client}." : "";

    private static async Task<BenchDriver> DescribeAsync(IBrokerDriver driver, IReadOnlyDictionary<string, string> settings, int partitions)
    {
        var choice = new BrokerChoice { Broker = driver.Broker, Client = driver.Client, Settings = settings, Partitions = partitions };
        await using var broker = WorkerFactory.CreateBroker(choice);
        return new BenchDriver(driver, choice, broker.Traits);
    }
}
