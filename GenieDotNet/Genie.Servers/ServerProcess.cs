using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Genie.Servers;

/// <summary>A server that this program started: its own process with its own folder, ended by id and by nothing else.</summary>
public sealed partial class ServerProcess : IAsyncDisposable
{
    // Of Linux, and of BSD with macOS.
    private static readonly (int Stop, int Continue) PauseSignals = OperatingSystem.IsLinux() ? (19, 18) : (17, 19);

    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly ServerCommand _command;

    private ServerProcess(Process process, ServerCommand command)
    {
        _process = process;
        _command = command;
    }

    /// <summary>The port it listens on.</summary>
    public int Port => _command.Port;

    /// <summary>Its folder.</summary>
    public string Folder => _command.Folder;

    /// <summary>The operating system's id.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Starts the server and waits until its port accepts connections.</summary>
    /// <exception cref="ServerException">It ended or did not listen in time; the end of its log is in the message.</exception>
    public static async Task<ServerProcess> StartAsync(ServerCommand command, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(command.Folder);
        var log = Path.Combine(command.Folder, "server.log");

        var start = new ProcessStartInfo("/bin/sh", [.. ProcessIdentity.ShellArguments, log, $"{command.StopSignal}", command.FileName, .. command.Arguments])
        {
            WorkingDirectory = command.Folder,
            UseShellExecute = false,
        };
        foreach (var (name, value) in command.Environment) start.Environment[name] = value;
        var process = Process.Start(start) ?? throw new ServerException($"{command.Name}: {command.FileName} did not start.");
        var server = new ServerProcess(process, command);
        try
        {
            await server.WaitUntilUpAsync(log, cancellationToken).ConfigureAwait(false);
            return server;
        }
        catch
        {
            await server.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Ends it as a crash would (SIGKILL).</summary>
    public async Task KillAsync()
    {
        if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync().ConfigureAwait(false);
    }

    /// <summary>Shuts it down gracefully (its <see cref="ServerCommand.StopSignal"/>), after ten seconds by force.</summary>
    public async Task StopAsync()
    {
        if (!_process.HasExited && Kill(_process.Id, _command.StopSignal) == 0)
        {
            using var timeout = new CancellationTokenSource(StopTimeout);
            try
            {
                await _process.WaitForExitAsync(timeout.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                // Falls through to the kill below.
            }
        }

        await KillAsync().ConfigureAwait(false);

        // Started again, the folder holds the next one's.
        if (ProcessIdentity.Read(Folder)?.ProcessId == _process.Id) ProcessIdentity.Remove(Folder);
    }

    /// <summary>Halts the process as it is (SIGSTOP), or lets it go on (SIGCONT). One that is halted accepts connections and does nothing with them.</summary>
    public void Pause(bool isHalted) => Signal(_process.Id, isHalted ? PauseSignals.Stop : PauseSignals.Continue);

    /// <summary>Starts it again with the same folder and port, after <see cref="KillAsync"/> or <see cref="StopAsync"/>.</summary>
    public Task<ServerProcess> RestartAsync(CancellationToken cancellationToken) => StartAsync(_command, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            await StopAsync().ConfigureAwait(false);
        }
        catch (InvalidOperationException)
        {
            // It had ended and was disposed before.
        }

        _process.Dispose();
    }

    /// <summary>Sends a signal to a process.</summary>
    internal static void Signal(int processId, int signal) => _ = Kill(processId, signal);

    private async Task WaitUntilUpAsync(string log, CancellationToken cancellationToken)
    {
        var watch = Stopwatch.StartNew();
        while (await FindLackAsync(cancellationToken).ConfigureAwait(false) is { } lack)
        {
            if (_process.HasExited) throw new ServerException($"{_command.Name} ended with code {_process.ExitCode} before it {lack.Wanted}:\n{Tail(log)}");
            if (watch.Elapsed > _command.StartTimeout) throw new ServerException($"{_command.Name} {lack.Seen} within {_command.StartTimeout.TotalSeconds:0} s:\n{Tail(log)}");
            await Task.Delay(50, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>What it is still waited for, in words; null once it is up.</summary>
    private async Task<(string Wanted, string Seen)?> FindLackAsync(CancellationToken cancellationToken)
    {
        if (_command.IsUp is { } isUp) return isUp(_process.Id) ? null : ("was up", "was not up");
        foreach (var port in _command.FurtherPorts.Prepend(_command.Port))
        {
            if (!Ports.IsListening(port)) return Listening(port);
        }

        return await IsReadyAsync(cancellationToken).ConfigureAwait(false) ? null : Listening(_command.Port);
    }

    private static (string Wanted, string Seen) Listening(int port) => ($"listened on port {port}", $"did not listen on port {port}");

    private async Task<bool> IsReadyAsync(CancellationToken cancellationToken)
    {
        if (_command.ReadyProbe.Count == 0) return true;
        var start = new ProcessStartInfo(_command.ReadyProbe[0], _command.ReadyProbe.Skip(1)) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var probe = Process.Start(start) ?? throw new ServerException($"{_command.Name}: {_command.ReadyProbe[0]} did not start.");
        await probe.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        return probe.ExitCode == 0;
    }

    private static string Tail(string log) =>
        File.Exists(log) ? string.Join('\n', File.ReadLines(log).TakeLast(12)) : "(no log)";

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int processId, int signal);
}
