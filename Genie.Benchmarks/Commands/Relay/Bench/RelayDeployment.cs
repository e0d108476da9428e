using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>Relays of three workers each, as processes of their own.</summary>
internal sealed class RelayDeployment : IDeployment
{
    private const int Workers = 3;

    // One worker more than there are at once while they are replaced, and some that another program may take.
    private const int PortsOfWorkers = 8;
    private const int LastWordsMax = 12;
    private const int HangUp = 1;
    private const int Terminate = 15;
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(120);

    private readonly string _folder = Directory.CreateTempSubdirectory("genie-relay-bench-").FullName;
    private readonly List<Process> _relays = [];
    private readonly List<int> _ports = [];
    private readonly List<int> _probes = [];
    private readonly List<int> _metrics = [];
    private readonly ConcurrentQueue<string> _lastWords = [];
    private readonly HttpClient _http = new();

    private readonly RelayDeploymentPlan _plan;

    private RelayDeployment(RelayDeploymentPlan plan) => _plan = plan;

    /// <inheritdoc/>
    public IReadOnlyList<int> Ports => _ports;

    /// <summary>Resident memory of all relays, without their workers', in bytes.</summary>
    public long ResidentBytes
    {
        get
        {
            foreach (var relay in _relays) relay.Refresh();
            return _relays.Sum(relay => relay.WorkingSet64);
        }
    }

    /// <summary>Starts the relays, and waits until all workers serve.</summary>
    /// <param name="plan">What to start.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public static async Task<RelayDeployment> StartAsync(RelayDeploymentPlan plan, CancellationToken cancellationToken)
    {
        var deployment = new RelayDeployment(plan);
        try
        {
            var command = await TrialWorker.CommandAsync(deployment._folder, plan.Threads, cancellationToken).ConfigureAwait(false);
            for (var relay = 0; relay < plan.Relays; relay++) deployment.StartRelay(relay, command);
            foreach (var port in deployment._probes) await deployment.WaitUntilStartedAsync(port, cancellationToken).ConfigureAwait(false);
            return deployment;
        }
        catch
        {
            await deployment.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task<bool> KillOneAsync(CancellationToken cancellationToken)
    {
        var port = _probes[Random.Shared.Next(_probes.Count)];
        using var status = JsonDocument.Parse(await _http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/status.json"), cancellationToken).ConfigureAwait(false));
        var serving = status.RootElement.GetProperty("workers").EnumerateArray().Where(worker => worker.GetProperty("state").GetString() == "serving").ToArray();
        if (serving.Length == 0) return false;
        try
        {
            using var victim = Process.GetProcessById(serving[Random.Shared.Next(serving.Length)].GetProperty("process_id").GetInt32());
            victim.Kill();
            return true;
        }
        catch (ArgumentException)
        {
            // Its relay has just replaced it.
            return false;
        }
    }

    /// <inheritdoc/>
    public void Replace()
    {
        foreach (var relay in _relays) Signal(relay.Id, HangUp);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var relay in _relays) Signal(relay.Id, Terminate);
        foreach (var relay in _relays)
        {
            await relay.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
            relay.Dispose();
        }

        _http.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>Reads each relay's metrics and status page once, as a monitoring system does.</summary>
    public async Task WatchAsync(CancellationToken cancellationToken)
    {
        foreach (var port in _metrics) await _http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/metrics"), cancellationToken).ConfigureAwait(false);
        foreach (var port in _probes) await _http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/status.json"), cancellationToken).ConfigureAwait(false);
    }

    private void StartRelay(int index, IReadOnlyList<string> command)
    {
        var (port, probes, metrics, workers) = (
            Genie.Servers.Ports.PickFree(), Genie.Servers.Ports.PickFree(), Genie.Servers.Ports.PickFree(), Genie.Servers.Ports.PickFreeRange(PortsOfWorkers));
        var file = Path.Combine(_folder, $"relay-{index}.yml");
        File.WriteAllText(file, string.Create(CultureInfo.InvariantCulture, $$"""
            log: { level: warn, format: text }
            server: { host: 127.0.0.1, port: {{port}}, proxy_timeout: 30s{{(_plan.IsIdempotent ? ", idempotent_methods: [/trial.Work/*]" : "")}} }
            workers:
              count: {{Workers}}
              pool_size: {{_plan.Threads}}
              start_port: {{workers}}
              command: [{{string.Join(", ", command.Select(word => $"'{word}'"))}}, --listen, '127.0.0.1:{port}']
            queue: { timeout: 30s }
            probes: { port: {{probes}} }
            metrics: { enabled: {{(_plan.HasMetrics ? "true" : "false")}}, port: {{metrics}} }

            """));
        var start = OwnProgram.StartInfo(typeof(RelayDeployment).Assembly, "relay", "--config", file);
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        var relay = Process.Start(start) ?? throw new ServerException("A relay did not start.");
        relay.OutputDataReceived += (_, line) => Note(line.Data);
        relay.ErrorDataReceived += (_, line) => Note(line.Data);
        relay.BeginOutputReadLine();
        relay.BeginErrorReadLine();
        _relays.Add(relay);
        _ports.Add(port);
        _probes.Add(probes);
        if (_plan.HasMetrics) _metrics.Add(metrics);
    }

    private void Note(string? line)
    {
        if (line is null) return;
        _lastWords.Enqueue(line);
        if (_lastWords.Count > LastWordsMax) _lastWords.TryDequeue(out _);
    }

    private async Task WaitUntilStartedAsync(int port, CancellationToken cancellationToken)
    {
        var watch = Stopwatch.StartNew();
        while (!await IsStartedAsync(port, cancellationToken).ConfigureAwait(false))
        {
            if (_relays.Find(relay => relay.HasExited) is { } ended)
            {
                // What it said last may still be on its way.
                await ended.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
                throw new ServerException($"A relay ended with code {ended.ExitCode} while it started:\n{string.Join('\n', _lastWords)}");
            }

            if (watch.Elapsed > StartTimeout) throw new ServerException("A relay's workers did not serve in time.");
            await Task.Delay(100, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<bool> IsStartedAsync(int port, CancellationToken cancellationToken)
    {
        try
        {
            using var answer = await _http.GetAsync(new Uri($"http://127.0.0.1:{port}/startup"), cancellationToken).ConfigureAwait(false);
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    private static void Signal(int processId, int signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{processId}"]);
        kill.WaitForExit();
    }
}
