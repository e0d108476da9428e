using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>Six workers, each its own address; one that ends is started again a second later, as an orchestrator would.</summary>
internal sealed class SingleDeployment : IDeployment
{
    private const int Workers = 6;
    private static readonly TimeSpan RestartDelay = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);

    private readonly string _folder = Directory.CreateTempSubdirectory("genie-relay-bench-").FullName;
    private readonly ConcurrentDictionary<int, Process> _running = new();
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<int> _ports = [.. Enumerable.Range(0, Workers).Select(_ => Genie.Servers.Ports.PickFree())];
    private Task _watches = Task.CompletedTask;

    private SingleDeployment()
    {
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> Ports => _ports;

    /// <summary>Starts the workers.</summary>
    /// <param name="isRejecting">Whether they refuse calls beyond their threads, as Gruf does; else those wait.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public static async Task<IDeployment> StartAsync(bool isRejecting, CancellationToken cancellationToken)
    {
        var deployment = new SingleDeployment();
        try
        {
            var command = await TrialWorker.CommandAsync(deployment._folder, TrialWorker.Threads, cancellationToken).ConfigureAwait(false);
            if (isRejecting) command = [.. command, "--reject"];
            deployment._watches = Task.WhenAll(deployment._ports.Select(port => deployment.WatchAsync(port, command)));
            var watch = Stopwatch.StartNew();
            while (!deployment._ports.TrueForAll(Genie.Servers.Ports.IsListening))
            {
                if (watch.Elapsed > StartTimeout) throw new ServerException("The single workers did not listen in time.");
                await Task.Delay(50, cancellationToken).ConfigureAwait(false);
            }

            return deployment;
        }
        catch
        {
            await deployment.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public Task<bool> KillOneAsync(CancellationToken cancellationToken)
    {
        var running = _running.Values.ToArray();
        if (running.Length == 0) return Task.FromResult(false);
        try
        {
            running[Random.Shared.Next(running.Length)].Kill();
            return Task.FromResult(true);
        }
        catch (InvalidOperationException)
        {
            // It has just ended.
            return Task.FromResult(false);
        }
    }

    /// <inheritdoc/>
    public void Replace()
    {
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _watches.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stopping.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task WatchAsync(int port, IReadOnlyList<string> command)
    {
        while (!_stopping.IsCancellationRequested)
        {
            using var process = Process.Start(new ProcessStartInfo(command[0], [.. command.Skip(1), "--listen", $"127.0.0.1:{port}"]) { RedirectStandardOutput = true })!;
            _running[port] = process;
            await process.WaitForExitAsync(_stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _running.TryRemove(port, out _);
            if (!process.HasExited)
            {
                process.Kill();
                await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
            }

            await Task.Delay(RestartDelay, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
