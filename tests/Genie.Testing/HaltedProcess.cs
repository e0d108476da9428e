using System.Diagnostics;

namespace Genie.Testing;

/// <summary>A process that stands still (SIGSTOP) until this is disposed of, and then goes on. Linux only.</summary>
public sealed class HaltedProcess : IAsyncDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);
    private readonly int _processId;

    private HaltedProcess(int processId) => _processId = processId;

    /// <summary>Halts a process; when the task completes, none of its threads runs any more.</summary>
    public static async Task<HaltedProcess> HaltAsync(int processId)
    {
        await SignalAsync(processId, "STOP");
        var halted = new HaltedProcess(processId);
        try
        {
            // The signal is taken by one thread once it is scheduled; until then, on a busy machine, the others go on.
            using var timeout = new CancellationTokenSource(Timeout);
            while (!Directory.EnumerateDirectories($"/proc/{processId}/task").All(IsStopped)) await Task.Delay(5, timeout.Token);
            return halted;
        }
        catch
        {
            await halted.DisposeAsync();
            throw;
        }
    }

    /// <summary>Lets it go on.</summary>
    public async ValueTask DisposeAsync() => await SignalAsync(_processId, "CONT");

    // See proc(5), /proc/pid/stat: the state follows the name, which stands in parentheses and may hold others.
    private static bool IsStopped(string thread)
    {
        try
        {
            var stat = File.ReadAllText(Path.Combine(thread, "stat"));
            return stat[stat.LastIndexOf(')') + 2] is 'T' or 'Z';
        }
        catch (IOException)
        {
            // It has ended meanwhile.
            return true;
        }
    }

    private static async Task SignalAsync(int processId, string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{processId}"]);
        await kill.WaitForExitAsync();
        if (kill.ExitCode != 0) throw new InvalidOperationException($"Process {processId} could not be sent {signal}.");
    }
}
