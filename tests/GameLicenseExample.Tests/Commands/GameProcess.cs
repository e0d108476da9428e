using System.Diagnostics;
using GameLicenseExample.Commands;

namespace GameLicenseExample.Tests.Commands;

/// <summary>The program itself, as a user starts it.</summary>
internal sealed class GameProcess : IDisposable
{
    // A safety net only: the machine may be slow and shared.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(3);
    private readonly Process _process;

    private GameProcess(Process process) => _process = process;

    private static string Path { get; } = System.IO.Path.ChangeExtension(typeof(GameExitCode).Assembly.Location, OperatingSystem.IsWindows() ? ".exe" : null)!;

    public static GameProcess Start(params string[] arguments) =>
        new(Process.Start(new ProcessStartInfo(Path, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true })!);

    /// <summary>Runs it to its end.</summary>
    public static async Task<(int ExitCode, string[] Lines, string Error)> RunAsync(params string[] arguments)
    {
        using var game = Start(arguments);
        var error = game._process.StandardError.ReadToEndAsync();
        var output = await game._process.StandardOutput.ReadToEndAsync().WaitAsync(Timeout);
        return (await game.ExitAsync(), output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries), await error);
    }

    public int Id => _process.Id;

    public async Task<string?> ReadLineAsync() => await _process.StandardOutput.ReadLineAsync().WaitAsync(Timeout);

    public async Task<string> ReadErrorAsync() => await _process.StandardError.ReadToEndAsync().WaitAsync(Timeout);

    public async Task<int> ExitAsync()
    {
        await _process.WaitForExitAsync().WaitAsync(Timeout);
        return _process.ExitCode;
    }

    /// <summary>SIGKILL: it cannot say good-bye.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
    }

    public void CloseInput() => _process.StandardInput.Close();

    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        _process.Dispose();
    }
}
