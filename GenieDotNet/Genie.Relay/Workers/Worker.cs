namespace Genie.Relay.Workers;

/// <summary>One process with its address and its connection. Its state is the pool's and the supervisor's to change.</summary>
internal sealed class Worker : IDisposable
{
    private readonly TimeProvider _clock;
    private readonly SemaphoreSlim _checkRequests = new(0);
    private long _answers;

    /// <summary>A worker that was just started.</summary>
    public Worker(WorkerAddress address, WorkerProcess process, int generation, TimeSpan maxAge, TimeProvider clock)
    {
        (Address, Process, Generation, MaxAge, _clock, StartTimestamp) = (address, process, generation, maxAge, clock, clock.GetTimestamp());
        Connection = new WorkerConnection(address);
    }

    /// <summary>Where it listens.</summary>
    public WorkerAddress Address { get; }

    /// <summary>The process.</summary>
    public WorkerProcess Process { get; }

    /// <summary>HTTP/2 to it.</summary>
    public WorkerConnection Connection { get; }

    /// <summary>Counts rolling replacements.</summary>
    public int Generation { get; }

    /// <summary>When it is replaced; zero: never.</summary>
    public TimeSpan MaxAge { get; }

    /// <summary>When it was started.</summary>
    public long StartTimestamp { get; }

    /// <summary>When it first served; null before.</summary>
    public long? ReadyTimestamp { get; set; }

    /// <summary>What it is at.</summary>
    public WorkerState State { get; set; } = WorkerState.Starting;

    /// <summary>Calls that it has.</summary>
    public int InFlight { get; set; }

    /// <summary>Bad answers in a row.</summary>
    public int FailuresInRow { get; set; }

    /// <summary>How often it was ejected.</summary>
    public int Ejections { get; set; }

    /// <summary>Until when it is ejected.</summary>
    public long EjectedUntil { get; set; }

    /// <summary>Health checks in a row that were not answered well.</summary>
    public int HealthFailures { get; set; }

    /// <summary>Set while it is the successor of another one that still serves.</summary>
    public bool IsSuccessor { get; set; }

    /// <summary>Set when a successor is waited for, or to be.</summary>
    public bool IsToBeReplaced { get; set; }

    /// <summary>Why the relay ends it; null: it ended by itself.</summary>
    public string? EndReason { get; set; }

    /// <summary>Resident memory with its children, as last read.</summary>
    public long ResidentBytes { get; set; }

    /// <summary>Completes when it first serves, with true, or has ended before, with false.</summary>
    public TaskCompletionSource<bool> Ready { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when it has no calls any more, once it is draining.</summary>
    public TaskCompletionSource Idle { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Answers of any kind so far: a sign of life.</summary>
    public long Answers => Volatile.Read(ref _answers);

    /// <summary>Its name in logs, metrics and errors.</summary>
    public string Name => Address.WorkerName;

    /// <summary>Asks for its health at once.</summary>
    public void RequestCheck()
    {
        if (_checkRequests.CurrentCount == 0) _checkRequests.Release();
    }

    /// <summary>Waits until its health was asked for, or for a time.</summary>
    public async Task WaitForCheckAsync(TimeSpan interval, CancellationToken cancellationToken)
    {
        using var time = new CancellationTokenSource(interval, _clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, time.Token);
        await _checkRequests.WaitAsync(either.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Counts an answer.</summary>
    public void CountAnswer() => Interlocked.Increment(ref _answers);

    /// <inheritdoc/>
    public override string ToString() => Name;

    /// <inheritdoc/>
    public void Dispose()
    {
        Connection.Dispose();
        Process.Dispose();
    }
}
