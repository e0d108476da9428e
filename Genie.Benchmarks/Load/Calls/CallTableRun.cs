using Genie.Benchmarks.Reporting.Calls;
using Genie.Brokers;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>Measures a table: every system has its processes for all cells on loopback, and others for those at a distance; and in each cell they have turns one after the other.</summary>
internal sealed class CallTableRun(CallTablePlan plan, Action<string> say) : IAsyncDisposable
{
    // Until the runtime has compiled in full what is called; see runtimeconfig.template.json.
    private const int WarmUpCallsMax = 20_000;
    private const int WarmUpBatches = 4;
    private const int WarmUpCallers = 8;

    private readonly List<CallPair> _pairs = [];
    private readonly List<CallCell> _cells = [];
    private readonly Dictionary<CallSystem, string> _failures = [];
    private bool _areApart;

    /// <summary>What was measured by now.</summary>
    public IReadOnlyList<CallCell> Cells => _cells;

    /// <summary>Measures all cells; what a system cannot do is an error of its rows.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        foreach (var network in plan.Networks())
        {
            await PrepareAsync(network, cancellationToken).ConfigureAwait(false);
            say($"{network.Name}:");
            foreach (var pair in _pairs) await TryAsync(pair.System, () => pair.ConnectAsync(network.Profile, plan.Seed, cancellationToken)).ConfigureAwait(false);
            foreach (var batch in plan.CellsOf(network)) await MeasureAsync(network, batch, cancellationToken).ConfigureAwait(false);
            _failures.Clear();
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var pair in _pairs) await pair.DisposeAsync().ConfigureAwait(false);
        _pairs.Clear();
    }

    // A process stays in the network that it was started in: those of loopback make way for others.
    private async Task PrepareAsync(CallNetwork network, CancellationToken cancellationToken)
    {
        var isApart = network.IsRemote && plan.Path == CallPath.Packets;
        if (_pairs.Count > 0 && isApart == _areApart) return;
        await DisposeAsync().ConfigureAwait(false);
        _areApart = isApart;
        foreach (var system in plan.Systems) await StartAsync(system, isApart ? PacketPath.Create(new PacketPathOptions { Seed = plan.Seed }) : null, cancellationToken).ConfigureAwait(false);
    }

    private async Task StartAsync(CallSystem system, PacketPath? path, CancellationToken cancellationToken)
    {
        say($"{system.Title}: starts{(path is null ? "" : " in networks of its own")}, and is warmed up");
        var pair = await CallPair.StartAsync(system, path, cancellationToken).ConfigureAwait(false);
        _pairs.Add(pair);
        var largest = plan.Networks().SelectMany(plan.CellsOf).Max(batch => batch.Calls);
        await pair.RunAsync(new CallBatch(Math.Min(WarmUpCallsMax, WarmUpBatches * largest), WarmUpCallers), cancellationToken).ConfigureAwait(false);
    }

    private async Task MeasureAsync(CallNetwork network, CallBatch batch, CancellationToken cancellationToken)
    {
        var turns = _pairs.ToDictionary(pair => pair.System, _ => new List<CallTurn>());

        // The first round opens connections and streams, and does not count.
        for (var round = 0; round <= plan.Repetitions; round++)
        {
            foreach (var pair in _pairs)
            {
                await TryAsync(pair.System, async () =>
                {
                    var turn = await pair.RunAsync(batch, cancellationToken).ConfigureAwait(false);
                    if (round > 0) turns[pair.System].Add(turn);
                }).ConfigureAwait(false);
            }
        }

        var cell = CallCell.Of(network, batch, [.. turns.Select(each => (each.Key, (IReadOnlyList<CallTurn>)each.Value, _failures.GetValueOrDefault(each.Key)))]);
        _cells.Add(cell);
        foreach (var line in CallTableText.LinesOf(cell)) say(line);
    }

    // A system that failed is left out for the rest of its network: a connection that broke tells nothing about calls.
    private async Task TryAsync(CallSystem system, Func<Task> act)
    {
        if (_failures.ContainsKey(system)) return;
        try
        {
            await act().ConfigureAwait(false);
        }
        catch (BrokerException error)
        {
            _failures[system] = error.Message;
        }
    }
}
