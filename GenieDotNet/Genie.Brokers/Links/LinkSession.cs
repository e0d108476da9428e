using System.Buffers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>
/// One connection from its greeting to its end: a read loop that awaits once per read of the socket and lets the
/// protocol take everything in the buffer, a <see cref="LinkWriter"/>, and a heart-beat. A new connection is a new
/// session: see <see cref="SupervisedLink{TSession}"/>.
/// </summary>
/// <remarks>A watch ends a session whose other side takes no bytes any more, and gives signs of life while handlers that are
/// behind hold up reading, so that pings go unanswered. They hold it up only where too much waits for them (<see cref="Backlog"/>), and not beyond the end
/// of the link.</remarks>
public abstract class LinkSession : ILinkSession
{
    private static readonly TimeSpan WatchInterval = TimeSpan.FromSeconds(1);

    // How soon a link that is not being read is seen to have ended.
    private static readonly TimeSpan PauseInterval = TimeSpan.FromMilliseconds(100);

    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _stopping = new();
    private readonly ContinuationDispatcher _dispatcher = new();
    private Task _loops = Task.CompletedTask;
    private long _readPhase;
    private bool _isPaused;
    private int _awaited;
    private int _aborted;

    /// <summary>Takes over a transport. The greeting may be exchanged on it before <see cref="Start"/>.</summary>
    /// <param name="transport">The connection.</param>
    /// <param name="options">What it was made with.</param>
    /// <param name="trailerBytesMax">What <see cref="EndBatch"/> adds at most; 0 if it is not overridden.</param>
    protected LinkSession(LinkTransport transport, LinkOptions options, int trailerBytesMax = 0)
    {
        Transport = transport;
        Options = options;
        Writer = new LinkWriter(transport.Stream, options.UnflushedBytesMax, Abort, trailerBytesMax > 0 ? EndBatch : null, trailerBytesMax);
    }

    /// <summary>The sending half.</summary>
    public LinkWriter Writer { get; }

    /// <inheritdoc/>
    public Task<Exception> Ended => _ended.Task;

    /// <inheritdoc/>
    public virtual Task Leaving { get; } = new TaskCompletionSource().Task;

    /// <summary>The connection.</summary>
    protected LinkTransport Transport { get; }

    /// <summary>What the connection was made with.</summary>
    protected LinkOptions Options { get; }

    /// <summary>What waits for the handlers of what is received: while it has no room, the link is read no further. Null where nothing waits, or where
    /// <see cref="TryReceive"/> has it waited for.</summary>
    protected virtual HandlerBacklog? Backlog => null;

    /// <summary>True while handlers wait for something of the peer, which stands behind what it sent before: the link is read on whatever waits for them.</summary>
    protected virtual bool HandlersAwaitPeer => false;

    /// <summary>True if answers that handlers write while one read is worked through should go out as one batch.</summary>
    protected virtual bool HoldsWritesWhileReceiving => false;

    // Code that runs inline was asked to hold up the link.
    private bool DispatchesContinuations => !Options.OwnReadThread && !HoldsWritesWhileReceiving;

    /// <summary>
    /// Ends the session at once; the first cause given stays. What waits fails with it: a <see cref="BrokerException"/>
    /// as it is, anything else inside a <see cref="LinkLostException"/>.
    /// </summary>
    public void Abort(Exception cause)
    {
        var error = cause as BrokerException ?? new LinkLostException(Options.Broker, cause.Message.TrimEnd('.'), cause);
        if (Interlocked.Exchange(ref _aborted, 1) != 0) return;

        // The writer first: whoever sees the end and fails what is pending must know that nothing can follow.
        Writer.Close(error);
        Transport.Abort();
        _stopping.Cancel();
        _ended.SetResult(error);
    }

    /// <inheritdoc/>
    public async ValueTask CloseAsync(TimeSpan timeout)
    {
        using var limited = new CancellationTokenSource(timeout, Options.Clock);
        try
        {
            await TakeLeaveAsync(limited.Token).ConfigureAwait(false);
            await Writer.DrainAsync(limited.Token).ConfigureAwait(false);
            Transport.Shutdown();
            await _ended.Task.WaitAsync(limited.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or OperationCanceledException)
        {
            // It ends either way; what could not be sent was never confirmed.
        }

        await DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Ends the session and waits for its loops. Must not be awaited by the session's own read loop.</summary>
    public async ValueTask DisposeAsync()
    {
        Abort(new LinkLostException(Options.Broker, "it was closed"));
        await _ended.Task.ConfigureAwait(false);
        await _loops.ConfigureAwait(false);
        await Transport.DisposeAsync().ConfigureAwait(false);
        _stopping.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Begins reading, and the heart-beat if <paramref name="heartbeat"/> is set.</summary>
    protected void Start(LinkHeartbeat? heartbeat = null)
    {
        Transport.EndOpening();
        var read = Options.OwnReadThread
            ? Task.Factory.StartNew(ReadAsync, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap()
            : Task.Run(ReadAsync);
        _loops = heartbeat is null ? Task.WhenAll(read, WatchAsync()) : Task.WhenAll(read, WatchAsync(), BeatAsync(heartbeat));
    }

    /// <summary>Takes one frame and moves the buffer's start behind it; called again until there is no whole one left.</summary>
    /// <param name="buffer">What was read and not taken yet. The bytes stay valid until <paramref name="handling"/> completes.</param>
    /// <param name="handling">What must be waited for before the next frame is taken.</param>
    /// <returns>False if the buffer holds no whole frame.</returns>
    /// <exception cref="BrokerException">The peer broke the protocol; the session ends with it.</exception>
    protected abstract bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling);

    /// <summary>See <see cref="LinkTrailer"/>.</summary>
    protected virtual int EndBatch(Span<byte> destination) => 0;

    /// <summary>Sends the protocol's sign of life. Called only if <see cref="Start"/> got a heart-beat.</summary>
    protected virtual ValueTask SendHeartbeatAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Tells the peer that this side is alive, unasked: called each second while handlers hold up reading, and with it the answers to
    /// the peer's pings.</summary>
    protected virtual ValueTask SendHeldUpSignAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Waits for something that the peer answers. It stands behind what the peer sent before: the link is read on whatever waits for handlers.</summary>
    /// <exception cref="LinkLostException">The session ended first; or another cause of that.</exception>
    protected async Task AnswerAsync(Task answer, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _awaited);
        try
        {
            await Task.WhenAny(answer, Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Interlocked.Decrement(ref _awaited);
        }

        if (!answer.IsCompleted) throw await Ended.ConfigureAwait(false);
        await answer.ConfigureAwait(false);
    }

    /// <summary>Ends the conversation as the protocol has it (a DISCONNECT), before the link is shut down.</summary>
    protected virtual ValueTask TakeLeaveAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    private async Task ReadAsync()
    {
        var reader = Transport.Reader;
        try
        {
            while (true)
            {
                if (Backlog is { HasRoom: false } backlog) await PauseAsync(backlog).ConfigureAwait(false);

                // Odd while waiting for the peer: what a slow handler holds up is not the peer's silence.
                Volatile.Write(ref _readPhase, _readPhase + 1);
                var result = await new LeaderRead(reader.ReadAsync(_stopping.Token), _dispatcher);
                Volatile.Write(ref _readPhase, _readPhase + 1);
                var buffer = result.Buffer;
                bool holdsMore;
                do
                {
                    if (HoldsWritesWhileReceiving) Writer.Hold();
                    holdsMore = Receive(ref buffer, out var handling);
                    if (HoldsWritesWhileReceiving) await WaitAsync(Writer.Release()).ConfigureAwait(false);
                    if (holdsMore) _dispatcher.QueueLast();
                    await WaitAsync(handling).ConfigureAwait(false);
                }
                while (holdsMore);

                reader.AdvanceTo(buffer.Start, buffer.End);
                if (result.IsCompleted) throw new LinkLostException(Options.Broker, "the server closed it");
            }
        }
        catch (Exception error)
        {
            _dispatcher.QueueLast();
            Abort(error);
        }

        await reader.CompleteAsync().ConfigureAwait(false);
    }

    // What came before the end of the link is read to the last byte, whatever waits: that is how the end is reached.
    private async ValueTask PauseAsync(HandlerBacklog backlog)
    {
        Volatile.Write(ref _isPaused, true);
        while (!backlog.HasRoom && Volatile.Read(ref _awaited) == 0 && !HandlersAwaitPeer && !_stopping.IsCancellationRequested && !Transport.IsHungUp)
            await backlog.RoomAsync().WaitAsync(PauseInterval, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Volatile.Write(ref _isPaused, false);
    }

    /// <returns>True if it stopped early, at something that must be waited for; whether that is done by now says nothing.</returns>
    private bool Receive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        if (DispatchesContinuations) _dispatcher.BeginBatch();
        try
        {
            while (TryReceive(ref buffer, out handling))
            {
                if (!handling.IsCompletedSuccessfully) return true;
                handling.GetAwaiter().GetResult();
            }
        }
        finally
        {
            ContinuationDispatcher.EndBatch();
        }

        handling = default;
        return false;
    }

    // A thread of one's own is waited on, as an await would go on with one of the pool.
    private ValueTask WaitAsync(ValueTask pending)
    {
        if (!Options.OwnReadThread || pending.IsCompleted) return pending;
        pending.AsTask().GetAwaiter().GetResult();
        return ValueTask.CompletedTask;
    }

    private async Task WatchAsync()
    {
        // Counted in ticks, which a process that was stopped for a while does not make up for.
        using var timer = new PeriodicTimer(WatchInterval, Options.Clock);
        var stuckTicksMax = Options.WriteTimeout == Timeout.InfiniteTimeSpan ? int.MaxValue : (int)Math.Ceiling(Options.WriteTimeout / WatchInterval);
        var (written, stuckTicks, phase, sign) = (0L, 0, 0L, Task.CompletedTask);
        try
        {
            while (await timer.WaitForNextTickAsync(_stopping.Token).ConfigureAwait(false))
            {
                var writtenNow = Writer.Batches + Transport.PiecesWritten;
                stuckTicks = Writer.IsFlushing && writtenNow == written ? stuckTicks + 1 : 0;
                if (stuckTicks > stuckTicksMax) throw new LinkLostException(Options.Broker, $"the other side took nothing for {Options.WriteTimeout.TotalSeconds:0.#} s");
                written = writtenNow;

                var phaseNow = Volatile.Read(ref _readPhase);
                var isHeldUp = Volatile.Read(ref _isPaused) || (phaseNow == phase && phaseNow > 0 && phaseNow % 2 == 0);
                if (isHeldUp && sign.IsCompleted) sign = SendHeldUpSignAsync(_stopping.Token).AsTask();
                phase = phaseNow;
            }
        }
        catch (Exception error)
        {
            Abort(error);
        }

        await sign.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task BeatAsync(LinkHeartbeat heartbeat)
    {
        using var timer = new PeriodicTimer(heartbeat.SendEvery, Options.Clock);
        var silentSince = Options.Clock.GetTimestamp();
        var phase = 0L;
        var beat = Task.CompletedTask;
        try
        {
            while (await timer.WaitForNextTickAsync(_stopping.Token).ConfigureAwait(false))
            {
                var silence = Options.Clock.GetElapsedTime(silentSince);
                var phaseNow = Volatile.Read(ref _readPhase);
                if (phaseNow != phase || phaseNow % 2 == 0) silentSince = Options.Clock.GetTimestamp();
                else if (silence >= heartbeat.DeadAfter) throw new LinkLostException(Options.Broker, $"nothing was received for {silence.TotalSeconds:0.#} s");
                phase = phaseNow;

                // Not awaited: a peer that takes nothing more must still be found out.
                if (beat.IsCompleted) beat = SendHeartbeatAsync(_stopping.Token).AsTask();
            }
        }
        catch (Exception error)
        {
            Abort(error);
        }

        await beat.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
