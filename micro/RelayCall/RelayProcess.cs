using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Genie.Relay.Configuration;
using Genie.Relay.Hosting;
using Genie.Servers;

namespace RelayCall;

/// <summary>The relay with one worker, in processes of their own.</summary>
internal sealed class RelayProcess : IAsyncDisposable
{
    private const string Ready = "ready";

    private readonly Process _process;

    private RelayProcess(Process process, int port, int workerPort) => (_process, Port, WorkerPort) = (process, port, workerPort);

    /// <summary>The relay's port on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>Its worker's, for direct calls.</summary>
    public int WorkerPort { get; }

    /// <summary>Memory of the relay that is resident, MiB.</summary>
    public double ResidentMiB
    {
        get
        {
            _process.Refresh();
            return _process.WorkingSet64 / 1048576.0;
        }
    }

    /// <summary>Processor time that the relay has taken.</summary>
    public TimeSpan ProcessorTime
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
    }

    /// <summary>Starts both, and waits until the worker serves.</summary>
    public static async Task<RelayProcess> StartAsync()
    {
        var (port, workerPort) = (Ports.PickFree(), Ports.PickFree());
        var start = OwnProgram.StartInfo(Assembly.GetExecutingAssembly(), "relay", Text(port), Text(workerPort));
        start.RedirectStandardInput = start.RedirectStandardOutput = true;
        var process = Process.Start(start)!;
        return await process.StandardOutput.ReadLineAsync() == Ready ? new RelayProcess(process, port, workerPort) : throw new InvalidOperationException("The relay's worker did not serve.");
    }

    /// <summary>What the child process does: a relay, until its input ends.</summary>
    public static async Task ServeAsync(int port, int workerPort)
    {
        var worker = OwnProgram.StartInfo(Assembly.GetExecutingAssembly(), "worker");
        var options = new RelayOptions
        {
            Log = new LogOptions { Level = Microsoft.Extensions.Logging.LogLevel.Warning },
            Server = new ServerOptions { Host = "127.0.0.1", Port = port, ProxyTimeout = TimeSpan.FromSeconds(60) },
            Workers = new WorkerOptions { Count = 1, StartPort = workerPort, PoolSize = 10_000, Command = [worker.FileName, .. worker.ArgumentList, "{port}"] },
            HealthCheck = new HealthCheckOptions { Type = HealthCheckType.Tcp },
            Probes = new ProbeOptions { Enabled = false },
            Metrics = new MetricsOptions { Enabled = false },
        };
        using var loggers = RelayLogging.Create(() => options.Log);
        await using var relay = await RelayHost.StartAsync(options, loggers, CancellationToken.None);
        await relay.WorkersStarted;
        Console.WriteLine(Ready);
        await Console.In.ReadToEndAsync();
        await relay.StopAsync();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
