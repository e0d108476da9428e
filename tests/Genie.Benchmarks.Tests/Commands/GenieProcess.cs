using System.Diagnostics;
using Genie.Benchmarks.Commands;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>The program itself, as a user starts it.</summary>
internal sealed class GenieProcess : IDisposable
{
    // A safety net only: the machine may be slow and shared.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(3);

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

    public static GenieProcess Start(params string[] arguments) => Start(Path, arguments);

    /// <summary>Starts it by a program that runs it, as <c>ip netns exec NAME</c>; the first words of an empty list are its own.</summary>
    public static GenieProcess StartBy(string[] prefix, params string[] arguments) =>
        prefix.Length == 0 ? Start(Path, arguments) : Start(prefix[0], [.. prefix[1..], Path, .. arguments]);

    /// <summary>Runs it so to its end.</summary>
    public static Task<(int ExitCode, string Output, string Error)> RunByAsync(string[] prefix, params string[] arguments) => RunToEndAsync(StartBy(prefix, arguments));

    /// <summary>What Ctrl-C at a terminal sends.</summary>
    public Task PressCtrlCAsync() => SignalAsync("INT");

    /// <summary>Sends it a signal, as often as asked and without a pause.</summary>
    public async Task SignalAsync(string signal, int times = 1)
    {
        using var kill = Process.Start("kill", [$"-{signal}", .. Enumerable.Repeat($"{Id}", times)]);
        await kill.WaitForExitAsync();
    }

    /// <summary>Runs it to its end.</summary>
    public static Task<(int ExitCode, string Output, string Error)> RunAsync(params string[] arguments) => RunProgramAsync(Path, arguments);

    /// <summary>Runs it to its end in a folder.</summary>
    public static Task<(int ExitCode, string Output, string Error)> RunInAsync(string folder, params string[] arguments) => RunToEndAsync(Start(Path, arguments, folder));

    /// <summary>Runs a program that runs it.</summary>
    public static Task<(int ExitCode, string Output, string Error)> RunProgramAsync(string program, params string[] arguments) => RunToEndAsync(Start(program, arguments));

    /// <summary>Runs a program that takes long.</summary>
    public static Task<(int ExitCode, string Output, string Error)> RunProgramAsync(TimeSpan limit, string program, params string[] arguments) => RunToEndAsync(Start(program, arguments), limit);

    private static async Task<(int ExitCode, string Output, string Error)> RunToEndAsync(GenieProcess started, TimeSpan? limit = null)
    {
        using var genie = started;
        var output = await genie._process.StandardOutput.ReadToEndAsync().WaitAsync(limit ?? Timeout);
        return (await genie.ExitAsync(), output, await genie._error);
    }

    /// <summary>Reads its output up to a line that contains a text.</summary>
    /// <returns>The line.</returns>
    public async Task<string> WaitForLineAsync(string text)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        var others = new List<string>();
        try
        {
            while (await _process.StandardOutput.ReadLineAsync(timeout.Token) is { } line)
            {
                if (line.Contains(text, StringComparison.Ordinal)) return line;
                others.Add(line);
            }
        }
        catch (OperationCanceledException)
        {
            throw new Xunit.Sdk.XunitException($"It did not say '{text}' within {Timeout}, but: {string.Join('\n', others)}");
        }

        throw new Xunit.Sdk.XunitException($"It ended without saying '{text}', but: {string.Join('\n', others)}\nand: {await _error}");
    }

    /// <summary>All that it said on standard error, once it has ended.</summary>
    public Task<string> ErrorAsync() => _error.WaitAsync(Timeout);

    public async Task<int> ExitAsync()
    {
        using var timeout = new CancellationTokenSource(Timeout);
        await _process.WaitForExitAsync(timeout.Token);
        return _process.ExitCode;
    }

    // Where the tests run in the background of a script, or by nohup, their children ignore what that shell or nohup ignores.
    private static GenieProcess Start(string program, IReadOnlyList<string> arguments, string folder = "")
    {
        var start = OperatingSystem.IsLinux() ? new ProcessStartInfo("env", ["--default-signal=HUP,INT,QUIT,TERM", program, .. arguments]) : new ProcessStartInfo(program, arguments);
        (start.RedirectStandardOutput, start.RedirectStandardError, start.WorkingDirectory) = (true, true, folder);
        return new(Process.Start(start)!);
    }

    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        _process.Dispose();
    }
}
