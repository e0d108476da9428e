using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>Two relays of three workers each, as processes of their own.</summary>
internal sealed class RelayDeployment : IDeployment
{
    private const int Relays = 2;
    private const int Workers = 3;
    private const int PortsOfARelay = 20;
    private const int HangUp = 1;
    private const int Terminate = 15;
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(120);

    private readonly string _folder = Directory.CreateTempSubdirectory("genie-relay-bench-").FullName;
    private readonly List<Process> _relays = [];
    private readonly List<int> _ports = [];
    private readonly List<int> _probes = [];
    private readonly HttpClient _http = new();

    private RelayDeployment()
    {
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> Ports => _ports;

    /// <summary>Starts the relays, and waits until all workers serve.</summary>
    /// <param name="isIdempotent">Whether calls whose worker dies are tried on another.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public static async Task<IDeployment> StartAsync(bool isIdempotent, CancellationToken cancellationToken)
    {
        var deployment = new RelayDeployment();
        try
        {
            var command = await TrialWorker.CommandAsync(deployment._folder, cancellationToken).ConfigureAwait(false);
            for (var relay = 0; relay < Relays; relay++) deployment.StartRelay(relay, command, isIdempotent);
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

    private void StartRelay(int index, IReadOnlyList<string> command, bool isIdempotent)
    {
        var (port, probes, workers) = (Genie.Servers.Ports.PickFree(), Genie.Servers.Ports.PickFree(), Genie.Servers.Ports.PickFree() + (index * PortsOfARelay));
        var file = Path.Combine(_folder, $"relay-{index}.yml");
        File.WriteAllText(file, string.Create(CultureInfo.InvariantCulture, $$"""
            log: { level: warn, format: text }
            server: { host: 127.0.0.1, port: {{port}}, proxy_timeout: 30s{{(isIdempotent ? ", idempotent_methods: [/trial.Work/*]" : "")}} }
            workers:
              count: {{Workers}}
              pool_size: {{TrialWorker.Threads}}
              start_port: {{workers}}
              command: [{{string.Join(", ", command.Select(word => $"'{word}'"))}}, --listen, '127.0.0.1:{port}']
            queue: { timeout: 30s }
            probes: { port: {{probes}} }
            metrics: { enabled: false }

            """));
        var start = OwnProgram.StartInfo(typeof(RelayDeployment).Assembly, "relay", "--config", file);
        start.RedirectStandardOutput = true;
        var relay = Process.Start(start) ?? throw new ServerException("A relay did not start.");
        relay.OutputDataReceived += (_, _) => { };
        relay.BeginOutputReadLine();
        _relays.Add(relay);
        _ports.Add(port);
        _probes.Add(probes);
    }

    private async Task WaitUntilStartedAsync(int port, CancellationToken cancellationToken)
    {
        var watch = Stopwatch.StartNew();
        while (!await IsStartedAsync(port, cancellationToken).ConfigureAwait(false))
        {
            if (_relays.Exists(relay => relay.HasExited)) throw new ServerException("A relay ended while it started.");
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
