using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Control;

/// <summary>
/// A child process that is this program once more, spoken to over its standard input and output. It ends when its input
/// does, hence also when this process dies, however that happens.
/// </summary>
internal sealed class ChildProgram : IControlledProcess
{
    private const int NotesMax = 3;
    private static readonly TimeSpan ExitTimeout = TimeSpan.FromSeconds(3);

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

    /// <summary>Its standard input, for those who carry messages without reading them; never beside <see cref="Channel"/>.</summary>
    public Stream Input => _process.StandardInput.BaseStream;

    /// <summary>Its standard output, likewise.</summary>
    public Stream Output => _process.StandardOutput.BaseStream;

    /// <summary>Its id.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Completes when it has ended, with what to say if nobody asked it to: its exit code and last words.</summary>
    public Task<string> Ended { get; }

    /// <summary>Starts this program once more.</summary>
    /// <param name="name">What it is, for error texts: <c>worker</c>.</param>
    /// <param name="arguments">Its arguments.</param>
    public static ChildProgram StartSelf(string name, params IEnumerable<string> arguments) =>
        Start(name, OwnProgram.StartInfo(typeof(ChildProgram).Assembly, arguments));

    /// <summary>Starts a program that leads to one like this.</summary>
    public static ChildProgram Start(string name, string program, params IEnumerable<string> arguments) =>
        Start(name, new ProcessStartInfo(program, arguments));

    /// <summary>Starts a program in an environment of its own.</summary>
    public static ChildProgram Start(string name, ProcessStartInfo start)
    {
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        return new ChildProgram(Process.Start(start) ?? throw new InvalidOperationException($"The {name} process did not start: {start.FileName}."), name);
    }

    /// <summary>Closes its input, by which it is to shut down gracefully; see <see cref="DisposeAsync"/> for force.</summary>
    public void CloseInput() => _process.StandardInput.Close();

    /// <inheritdoc/>
    Task<string> IControlledProcess.DescribeEndAsync() => Ended;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            CloseInput();
            await Ended.WaitAsync(ExitTimeout).ConfigureAwait(false);
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

    /// <summary>Sends it a signal, by its name: TERM, STOP, CONT.</summary>
    public async Task SignalAsync(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", ProcessId.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync().ConfigureAwait(false);
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
