using System.Text;
using Genie.Relay.Configuration;
using Genie.Relay.Workers;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Telemetry;

/// <summary>Reads the workers' metrics again and again, and adds them up; counters of workers that have ended stay in the sums.</summary>
internal sealed class WorkerMetrics(Func<RelayOptions> options, Supervisor supervisor, ILogger log) : IDisposable
{
    private static readonly TimeSpan ReadTimeout = TimeSpan.FromSeconds(2);

    private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = Timeout.InfiniteTimeSpan };
    private readonly TimeProvider _clock = options().Clock;
    private readonly Dictionary<Worker, Dictionary<string, MetricFamily>> _latest = [];
    private readonly Dictionary<string, MetricFamily> _ended = new(StringComparer.Ordinal);
    private IReadOnlyCollection<MetricFamily> _sums = [];

    /// <summary>Reads until it is cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            if (options().Workers.MetricsPath.Length > 0) await ReadAllAsync(cancellationToken).ConfigureAwait(false);
            await Task.Delay(options().Metrics.Interval, _clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Writes the sums, but for families that the text already has.</summary>
    public void AppendTo(StringBuilder text)
    {
        var own = MetricText.Parse(text.ToString());
        MetricText.Write(Volatile.Read(ref _sums).Where(family => !own.ContainsKey(family.Name)), text);
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private async Task ReadAllAsync(CancellationToken cancellationToken)
    {
        var workers = supervisor.Workers.Where(worker => worker.ReadyTimestamp is not null).ToList();
        var texts = await Task.WhenAll(workers.Select(worker => ReadAsync(worker, cancellationToken))).ConfigureAwait(false);
        foreach (var (worker, text) in workers.Zip(texts))
        {
            if (text is not null) _latest[worker] = MetricText.Parse(text);
        }

        foreach (var ended in _latest.Keys.Where(worker => worker.State == WorkerState.Ended).ToList())
        {
            AddTo(_ended, _latest[ended].Values.Where(family => family.IsCumulative));
            _latest.Remove(ended);
        }

        var sums = new Dictionary<string, MetricFamily>(StringComparer.Ordinal);
        AddTo(sums, _ended.Values);
        foreach (var families in _latest.Values) AddTo(sums, families.Values);
        Volatile.Write(ref _sums, sums.Values);
    }

    private async Task<string?> ReadAsync(Worker worker, CancellationToken cancellationToken)
    {
        using var time = new CancellationTokenSource(ReadTimeout, _clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, time.Token);
        try
        {
            return await _client.GetStringAsync(new Uri($"http://127.0.0.1:{worker.Address.MetricsPort}{options().Workers.MetricsPath}"), either.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is HttpRequestException or OperationCanceledException)
        {
            var why = error.Message;
            RelayLog.NoMetrics(log, worker, why);
            return null;
        }
    }

    private static void AddTo(Dictionary<string, MetricFamily> sums, IEnumerable<MetricFamily> families)
    {
        foreach (var family in families)
        {
            if (!sums.TryGetValue(family.Name, out var sum)) sums[family.Name] = sum = new MetricFamily(family.Name) { Type = family.Type };
            sum.Add(family);
        }
    }
}
