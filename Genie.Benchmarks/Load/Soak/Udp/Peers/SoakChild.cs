using Genie.Benchmarks.Commands.Soak;
using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>A process that is one side of the soak, as the soak sees it.</summary>
internal sealed class SoakChild : IAsyncDisposable
{
    /// <summary>Longer than clients try to connect.</summary>
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(3);

    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(30);

    private readonly string _name;
    private readonly ChildProgram _child;

    private SoakChild(string name, ChildProgram child) => (_name, _child) = (name, child);

    /// <summary>Its id.</summary>
    public int ProcessId => _child.ProcessId;

    /// <summary>Completes when it has ended, with its exit code and last words.</summary>
    public Task<string> Ended => _child.Ended;

    /// <summary>Starts the server's process.</summary>
    public static SoakChild StartServer() => new("server", ChildProgram.StartSelf("server", SoakCommand.Name, SoakPeerCommand.Name, SoakPeerCommand.ServeOption));

    /// <summary>Starts the clients' process.</summary>
    public static SoakChild StartClients() => new("clients'", ChildProgram.StartSelf("clients'", SoakCommand.Name, SoakPeerCommand.Name));

    /// <summary>Tells it who it is.</summary>
    /// <exception cref="SoakPeerException">It ended, or could not.</exception>
    public Task<SoakPeerReport> StartAsync(SoakPeerStart start, CancellationToken cancellationToken) =>
        AskAsync(new SoakPeerOrder { Start = start }, StartTimeout, cancellationToken);

    /// <summary>What it has counted.</summary>
    /// <param name="stop">True if it is to send nothing more.</param>
    /// <exception cref="SoakPeerException">It ended, or does not answer.</exception>
    public async Task<SoakReading> ReadAsync(bool stop = false)
    {
        // Never abandoned half-way: the answer would be taken for the next question's.
        var report = await AskAsync(new SoakPeerOrder { Stop = stop }, AnswerTimeout, CancellationToken.None).ConfigureAwait(false);
        return report.Reading ?? throw new SoakPeerException($"The {_name} process gave no reading.");
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _child.DisposeAsync();

    private async Task<SoakPeerReport> AskAsync(SoakPeerOrder order, TimeSpan timeout, CancellationToken cancellationToken)
    {
        try
        {
            await _child.Channel.SendAsync(order, SoakJsonContext.Default.SoakPeerOrder, cancellationToken).WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
            var report = await _child.Channel.ReceiveAsync(SoakJsonContext.Default.SoakPeerReport, cancellationToken).WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
            if (report is null) throw new SoakPeerException(await Ended.WaitAsync(timeout, cancellationToken).ConfigureAwait(false));
            return report.Error is { } error ? throw new SoakPeerException($"The {_name} process: {error}") : report;
        }
        catch (Exception error) when (error is IOException or InvalidDataException)
        {
            // Its pipes break before the end of the process is known.
            await Task.WhenAny(Ended, Task.Delay(EndTimeout, cancellationToken)).ConfigureAwait(false);
            throw new SoakPeerException(Ended.IsCompleted ? await Ended.ConfigureAwait(false) : $"The {_name} process cannot be spoken to: {error.Message}", error);
        }
        catch (TimeoutException error)
        {
            _child.Kill();
            throw new SoakPeerException(FormattableString.Invariant($"The {_name} process did not answer for {timeout.TotalMinutes:0} min, and was killed."), error);
        }
    }
}

/// <summary>A process of the soak has ended, or does not do what it is told; the message says which and how.</summary>
internal sealed class SoakPeerException(string message, Exception? innerException = null) : Exception(message, innerException);
