using System.Diagnostics;
using Genie.Benchmarks.Commands;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>The program itself, as a user starts it.</summary>
internal sealed class GenieProcess : IDisposable
{
    // A safety net only: the machine may be slow and shared.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly Process _process;
    private readonly Task<string> _error;

    private GenieProcess(Process process)
    {
        _process = process;
        _error = process.StandardError.ReadToEndAsync();
    }

    /// <summary>The path of the program.</summary>
    public static string Path { get; } = System.IO.Path.ChangeExtension(typeof(ExitCode).Assembly.Location, OperatingSystem.IsWindows() ? ".exe" : null)!;

    public int Id => _process.Id;

    public static GenieProcess Start(params string[] arguments) =>
        new(Process.Start(new ProcessStartInfo(Path, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!);

    /// <summary>Runs it to its end.</summary>
    public static async Task<(int ExitCode, string Output, string Error)> RunAsync(params string[] arguments)
    {
        using var genie = Start(arguments);
        var output = await genie._process.StandardOutput.ReadToEndAsync().WaitAsync(Patience);
        return (await genie.ExitAsync(), output, await genie._error);
    }

    /// <summary>Reads its output up to a line that contains a text.</summary>
    /// <returns>The line.</returns>
    public async Task<string> WaitForLineAsync(string text)
    {
        using var patience = new CancellationTokenSource(Patience);
        while (await _process.StandardOutput.ReadLineAsync(patience.Token) is { } line)
        {
            if (line.Contains(text, StringComparison.Ordinal)) return line;
        }

        throw new Xunit.Sdk.XunitException($"It ended without saying '{text}': {await _error}");
    }

    public async Task<int> ExitAsync()
    {
        using var patience = new CancellationTokenSource(Patience);
        await _process.WaitForExitAsync(patience.Token);
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        _process.Dispose();
    }
}
