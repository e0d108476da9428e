using Genie.Grains.Telemetry;
using Genie.Observing;

namespace Genie.Grains;

/// <summary>
/// Virtual grains in this process, addressed by kind and key: they come into being with their first message, handle one message at a time,
/// and are passivated when idle or when there are too many.
/// </summary>
public sealed class GrainRuntime : IGrainRegistry, IAsyncDisposable
{
    private static readonly TimeSpan DrainPause = TimeSpan.FromMilliseconds(2);

    private readonly Lock _lock = new();
    private readonly List<Func<IEnumerable<Activation>>> _kinds = [];
    private readonly HashSet<string> _names = new(StringComparer.Ordinal);
    private readonly ITimer _sweeper;
    private long _liveGrains;
    private long _crashes;
    private long _coarseTimestamp;
    private int _isSweeping;
    private volatile bool _isClosed;

    /// <summary>Starts a runtime.</summary>
    /// <exception cref="ArgumentException">An option is out of range; the message names it.</exception>
    public GrainRuntime(GrainRuntimeOptions? options = null)
    {
        Options = options ?? new GrainRuntimeOptions();
        Options.Check();
        _coarseTimestamp = Options.Clock.GetTimestamp();
        _sweeper = Options.Clock.CreateTimer(static state => ((GrainRuntime)state!).SweepSafely(), this, Options.SweepInterval, Options.SweepInterval);
        GrainTelemetry.LiveGrains.Add(this, () => LiveGrains);
        GrainTelemetry.QueuedMessages.Add(this, () => All().Sum(activation => (long)activation.QueuedMessages));
    }

    /// <summary>How grains are kept.</summary>
    public GrainRuntimeOptions Options { get; }

    /// <summary>Grains that are live now.</summary>
    public long LiveGrains => Interlocked.Read(ref _liveGrains);

    /// <summary>Incarnations that ended with an exception.</summary>
    public long Crashes => Interlocked.Read(ref _crashes);

    /// <summary>Makes a kind known.</summary>
    /// <param name="name">Its name, once a runtime.</param>
    /// <param name="create">Makes the grain of a key, without fetching anything yet.</param>
    public GrainKind<TMessage, TAnswer> Register<TMessage, TAnswer>(string name, Func<string, Grain<TMessage, TAnswer>> create) => Register(name, create, timerSet: null);

    IGrainKind<TMessage, TAnswer> IGrainRegistry.Register<TMessage, TAnswer>(string name, Func<string, Grain<TMessage, TAnswer>> create) => Register(name, create);

    /// <inheritdoc cref="Register{TMessage, TAnswer}(string, Func{string, Grain{TMessage, TAnswer}})"/>
    /// <param name="name">Its name, once a runtime.</param>
    /// <param name="create">Makes the grain of a key, without fetching anything yet.</param>
    /// <param name="timerSet">Called with a key whose grain has a timer now, and had none before.</param>
    /// <param name="evict">Called with a key whose grain is to leave because there are too many; null: it is passivated.</param>
    internal GrainKind<TMessage, TAnswer> Register<TMessage, TAnswer>(string name, Func<string, Grain<TMessage, TAnswer>> create, Action<string>? timerSet, Action<string>? evict = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(create);
        var kind = new GrainKind<TMessage, TAnswer>(this, name, create) { TimerSet = timerSet, Evict = evict };
        lock (_lock)
        {
            if (!_names.Add(name)) throw new ArgumentException($"There is a kind '{name}' already.", nameof(name));
            _kinds.Add(() => kind.Activations);
        }

        return kind;
    }

    /// <summary>Takes no further messages, lets those before be handled, and passivates every grain, within <see cref="GrainRuntimeOptions.StopTimeout"/>.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isClosed) return;
        _isClosed = true;
        await _sweeper.DisposeAsync().ConfigureAwait(false);
        GrainTelemetry.LiveGrains.Remove(this);
        GrainTelemetry.QueuedMessages.Remove(this);
        var begun = Options.Clock.GetTimestamp();
        while (true)
        {
            var rest = All();
            if (rest.Count == 0) return;
            if (Options.StopTimeout != Timeout.InfiniteTimeSpan && Options.Clock.GetElapsedTime(begun) >= Options.StopTimeout)
            {
                foreach (var activation in rest) activation.Abandon();
                return;
            }

            FailOverdue(rest);
            foreach (var activation in rest)
            {
                activation.RetryNow();
                activation.TryLeave();
            }

            await Task.Delay(DrainPause).ConfigureAwait(false);
        }
    }

    /// <summary>The time of the last sweep: exact enough for idleness, and cheap enough for every message.</summary>
    internal long CoarseTimestamp => Volatile.Read(ref _coarseTimestamp);

    internal bool IsClosed => _isClosed;

    internal void ThrowIfClosed() => ObjectDisposedException.ThrowIf(_isClosed, this);

    internal void CountLive(int change)
    {
        var live = Interlocked.Add(ref _liveGrains, change);
        if (change > 0 && live > Options.LiveGrainsMax && Volatile.Read(ref _isSweeping) == 0) ThreadPool.UnsafeQueueUserWorkItem(static runtime => runtime.SweepSafely(), this, preferLocal: false);
    }

    internal void Report(string kind, string key, Exception error)
    {
        Interlocked.Increment(ref _crashes);
        Notify(kind, key, error);
    }

    private List<Activation> All()
    {
        lock (_lock) return [.. _kinds.SelectMany(activations => activations())];
    }

    /// <summary>What users' code throws while it is notified, it throws to nobody: an exception in a callback would end the process.</summary>
    private void Notify(string kind, string key, Exception error)
    {
        GrainTelemetry.CountCrash(kind);
        Observers.Tell(Options.Crashed, nameof(GrainRuntimeOptions.Crashed), kind, key, error);
    }

    private void SweepSafely()
    {
        try
        {
            Sweep();
        }
        catch (Exception error)
        {
            Notify(nameof(GrainRuntime), nameof(Sweep), error);
        }
    }

    /// <summary>Ends calls that wait for too long, and passivates the idle and the excess.</summary>
    internal void Sweep()
    {
        if (Interlocked.Exchange(ref _isSweeping, 1) != 0) return;
        try
        {
            Volatile.Write(ref _coarseTimestamp, Options.Clock.GetTimestamp());
            var all = All();
            FailOverdue(all);

            // Senders change the times meanwhile: an order needs times that stay.
            var times = all.ConvertAll(static activation => activation.LastUsedTimestamp).ToArray();
            var activations = all.ToArray();
            Array.Sort(times, activations);
            var excess = Excess(all.Count);
            var idleSince = CoarseTimestamp - Ticks(Options.IdleTime);
            for (var i = 0; i < activations.Length; i++)
            {
                if (excess <= 0 && times[i] > idleSince) break;
                if (excess <= 0 && activations[i].LastUsedTimestamp > idleSince) continue;
                if (excess > 0 ? activations[i].TryEvict() : activations[i].TryLeave()) excess--;
            }
        }
        finally
        {
            Volatile.Write(ref _isSweeping, 0);
        }
    }

    private void FailOverdue(List<Activation> activations)
    {
        if (Options.CallTimeout == Timeout.InfiniteTimeSpan) return;
        var before = Options.Clock.GetTimestamp() - Ticks(Options.CallTimeout);
        foreach (var activation in activations) activation.FailOverdue(before);
    }

    private long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Options.Clock.TimestampFrequency);

    /// <summary>How many must go though they are not idle for long; a tenth more than needed, so that the next sweep is not the next message's.</summary>
    private long Excess(int count)
    {
        var excess = count > Options.LiveGrainsMax ? count - Options.LiveGrainsMax + (Options.LiveGrainsMax / 10) : 0;
        return GC.GetTotalMemory(forceFullCollection: false) > Options.HeapBytesMax ? Math.Max(excess, count / 4) : excess;
    }
}
