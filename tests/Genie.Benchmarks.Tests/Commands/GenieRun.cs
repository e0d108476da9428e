using System.IO.Pipelines;
using System.Text;
using Genie.Benchmarks.Commands;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>
/// The program's command line within this process. What a user's process does beside it, <see cref="GenieProcess"/> shows: signals, standard streams
/// and the exit code; the processes that a command starts are real ones here as well.
/// </summary>
internal sealed class GenieRun : IDisposable
{
    // A safety net only: the machine may be slow and shared.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(3);

    private readonly CancellationTokenSource _end = new();
    private readonly StreamReader _output;
    private readonly Task<string> _error;
    private readonly Task<int> _exit;

    private GenieRun(string[] arguments, string input)
    {
        var (output, error) = (Endless(), Endless());
        var streams = CommandStreams.Of(() => new MemoryStream(Encoding.UTF8.GetBytes(input)), () => output.Writer.AsStream(leaveOpen: true), () => error.Writer.AsStream(leaveOpen: true));
        _output = new StreamReader(output.Reader.AsStream());
        _error = new StreamReader(error.Reader.AsStream()).ReadToEndAsync();
        _exit = Task.Run(RunAsync);

        async Task<int> RunAsync()
        {
            try
            {
                return await CommandLine.RunAsync(arguments, streams, _end.Token);
            }
            finally
            {
                await output.Writer.CompleteAsync();
                await error.Writer.CompleteAsync();
            }
        }
    }

    /// <summary>Begins a command that goes on until it is told to end.</summary>
    public static GenieRun Start(params string[] arguments) => new(arguments, "");

    /// <summary>Runs a command to its end.</summary>
    public static Task<(int ExitCode, string Output, string Error)> RunAsync(params string[] arguments) => RunWithInputAsync("", arguments);

    /// <summary>The same with a text on its standard input.</summary>
    public static async Task<(int ExitCode, string Output, string Error)> RunWithInputAsync(string input, params string[] arguments)
    {
        using var genie = new GenieRun(arguments, input);
        var output = await genie._output.ReadToEndAsync().WaitAsync(Timeout);
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
            while (await _output.ReadLineAsync(timeout.Token) is { } line)
            {
                if (line.Contains(text, StringComparison.Ordinal)) return line;
                others.Add(line);
            }
        }
        catch (OperationCanceledException)
        {
            throw new Xunit.Sdk.XunitException($"It did not say '{text}' within {Timeout}, but: {string.Join('\n', others)}");
        }

        await ExitAsync();
        throw new Xunit.Sdk.XunitException($"It ended without saying '{text}': {await _error}");
    }

    /// <summary>Has it end, as Ctrl-C and SIGTERM do.</summary>
    /// <returns>Its exit code.</returns>
    public async Task<int> EndAsync()
    {
        await _end.CancelAsync();
        return await ExitAsync();
    }

    /// <summary>Its exit code, once it has ended.</summary>
    public Task<int> ExitAsync() => _exit.WaitAsync(Timeout);

    /// <summary>All that it said on standard error, once it has ended.</summary>
    public Task<string> ErrorAsync() => _error.WaitAsync(Timeout);

    /// <summary>Ends it; what it holds is let go of by then.</summary>
    public void Dispose()
    {
        _end.Cancel();
        ((Task)Task.WhenAny(_exit).WaitAsync(Timeout)).GetAwaiter().GetResult();
        _output.Dispose();
        _end.Dispose();
    }

    // Whoever writes never waits for who reads.
    private static Pipe Endless() => new(new PipeOptions(pauseWriterThreshold: 0));
}
