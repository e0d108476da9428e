using System.Collections.Concurrent;
using System.Diagnostics;

namespace Genie.Benchmarks.Load.Control;

/// <summary>
/// A child process that is this program once more, spoken to over its standard input and output. It ends when its input
/// does, hence also when this process dies, however that happens.
/// </summary>
internal sealed class ChildProgram : IAsyncDisposable
{
    private const int NotesMax = 3;
    private static readonly TimeSpan ExitPatience = TimeSpan.FromSeconds(3);

    private readonly Process _process;
    private readonly string _name;
    private readonly ConcurrentQueue<string> _notes = new();

    private ChildProgram(Process process, string name)
    {
        _process = process;
        _name = name;
        process.ErrorDataReceived += (_, line) => Note(line.Data);
        process.BeginErrorReadLine();
        Ended = DescribeEndAsync();
        Channel = new JsonLineChannel(process.StandardOutput.BaseStream, process.StandardInput.BaseStream);
    }

    /// <summary>The pipes.</summary>
    public JsonLineChannel Channel { get; }

    /// <summary>Its id.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Completes when it has ended, with what to say if nobody asked it to: its exit code and last words.</summary>
    public Task<string> Ended { get; }

    /// <summary>Starts this program once more.</summary>
    /// <param name="name">What it is, for error texts: <c>worker</c>.</param>
    /// <param name="arguments">Its arguments.</param>
    public static ChildProgram StartSelf(string name, params IEnumerable<string> arguments)
    {
        var program = typeof(ChildProgram).Assembly.Location;
        var host = Path.ChangeExtension(program, OperatingSystem.IsWindows() ? ".exe" : null);
        return File.Exists(host) ? Start(name, host, arguments) : Start(name, Environment.ProcessPath ?? "dotnet", arguments.Prepend(program));
    }

    /// <summary>Starts a program that leads to one like this.</summary>
    public static ChildProgram Start(string name, string program, params IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false,
        };
        return new ChildProgram(Process.Start(start) ?? throw new InvalidOperationException($"The {name} process did not start: {program}."), name);
    }

    /// <summary>Closes its input, by which it is to end in order; see <see cref="DisposeAsync"/> for force.</summary>
    public void CloseInput() => _process.StandardInput.Close();

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            CloseInput();
            await Ended.WaitAsync(ExitPatience).ConfigureAwait(false);
        }
        catch (Exception error) when (error is TimeoutException or IOException)
        {
            Kill();
            await Ended.ConfigureAwait(false);
        }

        Channel.Dispose();
        _process.Dispose();
    }

    /// <summary>Ends it by force, with what it started.</summary>
    public void Kill()
    {
        try
        {
            _process.Kill(entireProcessTree: true);
        }
        catch (InvalidOperationException)
        {
            // It had ended.
        }
    }

    private async Task<string> DescribeEndAsync()
    {
        await _process.WaitForExitAsync().ConfigureAwait(false);
        var notes = string.Join(' ', _notes);
        return $"The {_name} process ended with exit code {_process.ExitCode}{(notes.Length == 0 ? "." : $": {notes}")}";
    }

    private void Note(string? line)
    {
        // A crash prints its message first and then where it was, which is of no use in a table.
        if (string.IsNullOrWhiteSpace(line) || line.StartsWith("   at ", StringComparison.Ordinal)) return;
        _notes.Enqueue(line.Trim());
        while (_notes.Count > NotesMax) _notes.TryDequeue(out _);
    }
}
