using System.Diagnostics;

namespace Genie.Testing;

/// <summary>A test project's own program in another process, as another machine would be.</summary>
public sealed class OtherProcess : IAsyncDisposable
{
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);

    private readonly Process _process;

    private OtherProcess(Process process) => _process = process;

    public int Id => _process.Id;

    /// <summary>What it says after it was ready.</summary>
    public TextReader Output => _process.StandardOutput;

    /// <summary>Starts the program of the assembly that a type is of; when the task completes, it has said that it is ready.</summary>
    /// <param name="ofProgram">Any type of that assembly.</param>
    /// <param name="ready">The line by which it says so.</param>
    /// <param name="arguments">The program's arguments.</param>
    public static async Task<OtherProcess> StartAsync(Type ofProgram, string ready, params string[] arguments)
    {
        var program = ofProgram.Assembly.Location;
        var host = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";
        var process = Process.Start(new ProcessStartInfo(host, ["exec", program, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        }) ?? throw new InvalidOperationException($"{host} was not started.");
        var other = new OtherProcess(process);
        try
        {
            var line = await process.StandardOutput.ReadLineAsync().WaitAsync(StartTimeout);
            if (line != ready) throw new InvalidOperationException($"The program said '{line}' instead of '{ready}'.");
            return other;
        }
        catch
        {
            await other.DisposeAsync();
            throw;
        }
    }

    /// <summary>Completes with its exit code when it has ended.</summary>
    public async Task<int> WaitForEndAsync()
    {
        await _process.WaitForExitAsync();
        return _process.ExitCode;
    }

    /// <summary>Sends a signal by its name: STOP, CONT, KILL.</summary>
    public async Task SignalAsync(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{Id}"]);
        await kill.WaitForExitAsync();
    }

    /// <summary>SIGKILL, and what it had said can still be read.</summary>
    public void Kill() => _process.Kill();

    /// <summary>SIGKILL: it cannot say good-bye.</summary>
    public async Task KillAsync()
    {
        Kill();
        await _process.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited) await KillAsync();
        _process.Dispose();
    }
}
