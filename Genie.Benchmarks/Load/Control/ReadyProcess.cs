using System.Globalization;

namespace Genie.Benchmarks.Load.Control;

/// <summary>This program once more, in a process of its own that says a line when it is ready, and ends when this process does.</summary>
/// <param name="child">The process.</param>
/// <param name="fail">Makes the exception of a start that failed: its message, whether another try may help, and its cause.</param>
internal abstract class ReadyProcess(ChildProgram child, Func<string, bool, Exception?, Exception> fail) : IAsyncDisposable
{
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(2);

    /// <summary>Its id.</summary>
    public int ProcessId => child.ProcessId;

    /// <summary>Completes when it has ended, with its exit code and last words.</summary>
    public Task<string> Ended => child.Ended;

    /// <summary>SIGKILL; completes when it is gone.</summary>
    public async Task KillAsync()
    {
        child.Kill();
        await child.Ended.ConfigureAwait(false);
    }

    /// <summary>SIGTERM, by which it hands over what it has; completes when it has ended.</summary>
    public async Task TerminateAsync()
    {
        await child.SignalAsync("TERM").ConfigureAwait(false);
        await child.Ended.ConfigureAwait(false);
    }

    /// <summary>Halts it as it is (SIGSTOP), or lets it go on (SIGCONT).</summary>
    public Task PauseAsync(bool isHalted) => child.SignalAsync(isHalted ? "STOP" : "CONT");

    /// <summary>Kills it if it still runs.</summary>
    public async ValueTask DisposeAsync()
    {
        child.Kill();
        await child.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Waits for its line; ends it if another comes.</summary>
    /// <param name="isReady">Whether a line says that it is ready.</param>
    /// <param name="name">What it is.</param>
    /// <param name="cancellationToken">Abandons it; it is ended.</param>
    protected async Task WaitUntilReadyAsync(Func<string?, bool> isReady, string name, CancellationToken cancellationToken)
    {
        try
        {
            using var output = new StreamReader(child.Output, leaveOpen: true);
            if (isReady(await output.ReadLineAsync(cancellationToken).AsTask().WaitAsync(StartTimeout, cancellationToken).ConfigureAwait(false))) return;
            throw fail(await Ended.WaitAsync(cancellationToken).ConfigureAwait(false), false, null);
        }
        catch (Exception error)
        {
            await DisposeAsync().ConfigureAwait(false);
            if (error is not TimeoutException) throw;
            throw fail(string.Create(CultureInfo.InvariantCulture, $"The {name} was not ready within {StartTimeout.TotalMinutes:0} minutes. Fewer --nodes may fit this machine."), true, error);
        }
    }
}
