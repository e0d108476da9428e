using System.ComponentModel;
using System.Diagnostics;
using Genie.Relay.Configuration;
using Genie.Relay.Telemetry;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Workers;

/// <summary>A worker's process, in a session of its own: what is meant for the relay's terminal does not reach it, and its children end with it.</summary>
internal sealed class WorkerProcess : IDisposable
{
    private readonly Process _process;
    private readonly TaskCompletionSource<int> _exit = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly bool _hasSession;

    private WorkerProcess(Process process, bool hasSession)
    {
        (_process, _hasSession) = (process, hasSession);
        process.EnableRaisingEvents = true;
        process.Exited += (_, _) => _exit.TrySetResult(process.ExitCode);
    }

    /// <summary>The operating system's id; with a session of its own it is the session's, too.</summary>
    public int Id => _process.Id;

    /// <summary>Completes with the exit code when it has ended; by a signal it is that one's number and 128.</summary>
    public Task<int> Exit => _exit.Task;

    /// <summary>Starts a worker; what it prints goes line by line to the log.</summary>
    /// <exception cref="RelayException">There is no such program.</exception>
    public static WorkerProcess Start(WorkerOptions workers, WorkerAddress address, ILogger log)
    {
        var words = workers.Command.Select(word => CommandText.Expand(word, workers, address)).ToList();
        var session = OperatingSystem.IsLinux() ? "/usr/bin/setsid" : "";
        var hasSession = File.Exists(session);
        if (hasSession) words.Insert(0, session);
        var start = new ProcessStartInfo(words[0], words.Skip(1)) { RedirectStandardOutput = true, RedirectStandardError = true };
        SetVariables(start, workers, address);
        var process = new Process { StartInfo = start };
        process.OutputDataReceived += (_, line) => Print(log, LogLevel.Information, address.WorkerName, line.Data);
        process.ErrorDataReceived += (_, line) => Print(log, LogLevel.Warning, address.WorkerName, line.Data);
        var worker = new WorkerProcess(process, hasSession);
        try
        {
            process.Start();
        }
        catch (Win32Exception error)
        {
            throw new RelayException($"The worker's program '{words[0]}' cannot be started ({error.Message}): correct workers.command.", isTransient: false, error);
        }

        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return worker;
    }

    /// <summary>SIGTERM.</summary>
    public void Terminate()
    {
        if (!Exit.IsCompleted) PosixSignals.Send(Id, PosixSignals.Terminate);
    }

    /// <summary>SIGKILL, to its children as well.</summary>
    public void Kill()
    {
        if (!Exit.IsCompleted) PosixSignals.Send(_hasSession ? -Id : Id, PosixSignals.Kill);
    }

    /// <inheritdoc/>
    public void Dispose() => _process.Dispose();

    // The names that Gruf's exporter and Rails read.
    private static void SetVariables(ProcessStartInfo start, WorkerOptions workers, WorkerAddress address)
    {
        start.Environment["PROMETHEUS_EXPORTER_PORT"] = $"{address.MetricsPort}";
        start.Environment["PROMETHEUS_EXPORTER_PATH"] = workers.MetricsPath;
        start.Environment["RAILS_MAX_THREADS"] = $"{workers.PoolSize}";
        foreach (var (name, value) in workers.Environment) start.Environment[name] = CommandText.Expand(value, workers, address);
    }

    private static void Print(ILogger log, LogLevel level, string worker, string? line)
    {
        if (line is { Length: > 0 }) RelayLog.Printed(log, level, worker, line);
    }
}
