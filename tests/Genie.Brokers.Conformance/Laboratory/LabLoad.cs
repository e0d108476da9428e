using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Laboratory;

/// <summary>Callers that request without pause and a sender whose every confirmation is kept, until they are stopped.</summary>
/// <param name="requester">The callers' connection.</param>
/// <param name="sender">The sender's.</param>
/// <param name="check">How many callers, and whether they give up.</param>
/// <param name="callers">Their number.</param>
/// <param name="seed">When they give up.</param>
internal sealed class LabLoad(IBrokerConnection requester, IBrokerConnection sender, LabCheck check, int callers, int seed) : IDisposable
{
    private const double LateFactor = 1.1;

    // What has not ended by then is not waited for.
    private static readonly TimeSpan Slack = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan SendPause = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan ErrorPause = TimeSpan.FromMilliseconds(20);

    /// <summary>Numbers below are of those who ask whether anything works at all, and ask again.</summary>
    public const long FirstNumber = 1L << 20;

    // Messages' numbers are no requests'.
    private const long FirstMessage = 1L << 40;

    private readonly CancellationTokenSource _stopping = new();
    private readonly ConcurrentQueue<long> _confirmed = new();
    private readonly ConcurrentDictionary<string, int> _refusals = new();
    private Task[] _running = [];
    private long _next = FirstNumber;
    private long _answered;
    private long _late;
    private long _wellSince = long.MaxValue;
    private long _firstAnswer = long.MaxValue;
    private long _noiseTicks;

    /// <summary>A request's time-out: long where hundreds wait for two handlers, who on a busy machine would else answer only those that gave up.</summary>
    public static TimeSpan RequestTimeoutOf(LabCheck check) => TimeSpan.FromSeconds(check.Callers is null ? 10 : 2);

    public long Answered => Volatile.Read(ref _answered);

    public long Late => Volatile.Read(ref _late);

    /// <summary>The longest that a plain wait of this process was over its time: a machine that is busy with other things makes every wait so long.</summary>
    public TimeSpan Noise => new(Volatile.Read(ref _noiseTicks));

    /// <summary>Numbers of the messages that were confirmed.</summary>
    public IReadOnlyCollection<long> Confirmed => [.. _confirmed];

    /// <summary>Errors that say that it is no use to try again.</summary>
    public IReadOnlyCollection<string> Refusals => [.. _refusals.Keys];

    public void Start() => _running = [.. Enumerable.Range(0, callers).Select(caller => Task.Run(() => CallAsync(caller))), Task.Run(SendAsync), Task.Run(MeasureNoiseAsync)];

    /// <summary>Says that the weather is good from now on.</summary>
    public void NoteRecovered() => Volatile.Write(ref _wellSince, Stopwatch.GetTimestamp());

    /// <summary>From the end of the weather to the first answer of a request that began later; null if there was none yet.</summary>
    public TimeSpan? TimeToRecover => Volatile.Read(ref _firstAnswer) is < long.MaxValue and var first ? Stopwatch.GetElapsedTime(_wellSince, first) : null;

    /// <summary>Ends when every caller has.</summary>
    public async Task StopAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(_running).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public void Dispose() => _stopping.Dispose();

    private async Task CallAsync(int caller)
    {
        var random = new Random(unchecked((seed * 31) + caller));
        while (!_stopping.IsCancellationRequested)
        {
            using var cancellation = new CancellationTokenSource();
            if (check.CallersCancel && random.Next(3) == 0) cancellation.CancelAfter(random.Next(100));
            var begun = Stopwatch.GetTimestamp();
            var request = Traffic.RequestOneAsync(requester, Interlocked.Increment(ref _next), 64, cancellation.Token);
            if (await EndsAsync(request, begun, cancellation.Token).ConfigureAwait(false)) NoteAnswer(begun);
            else await Task.Delay(ErrorPause, CancellationToken.None).ConfigureAwait(false);
        }
    }

    private void NoteAnswer(long begun)
    {
        Interlocked.Increment(ref _answered);
        if (begun >= Volatile.Read(ref _wellSince)) Interlocked.CompareExchange(ref _firstAnswer, Stopwatch.GetTimestamp(), long.MaxValue);
    }

    private async Task MeasureNoiseAsync()
    {
        while (!_stopping.IsCancellationRequested)
        {
            var begun = Stopwatch.GetTimestamp();
            await Task.Delay(Beat, CancellationToken.None).ConfigureAwait(false);
            var over = Stopwatch.GetElapsedTime(begun) - Beat;
            if (over > Noise) Volatile.Write(ref _noiseTicks, over.Ticks);
        }
    }

    private async Task SendAsync()
    {
        for (var number = FirstMessage; !_stopping.IsCancellationRequested; number++)
        {
            var begun = Stopwatch.GetTimestamp();
            if (await EndsAsync(SendOneAsync(number), begun, default).ConfigureAwait(false)) _confirmed.Enqueue(number);
            await Task.Delay(SendPause, CancellationToken.None).ConfigureAwait(false);
        }
    }

    // Asynchronous, so that what a driver throws before its first wait is in the task too.
    private async Task SendOneAsync(long number) => await sender.SendAsync(Payloads.Numbered(number, 64), CancellationToken.None).ConfigureAwait(false);

    /// <returns>True if it ended well.</returns>
    private async Task<bool> EndsAsync(Task operation, long begun, CancellationToken cancellation)
    {
        var ended = await EndsAsync(operation, cancellation).ConfigureAwait(false);
        if (Stopwatch.GetElapsedTime(begun) > (RequestTimeoutOf(check) * LateFactor) + Noise) Interlocked.Increment(ref _late);
        return ended;
    }

    private async Task<bool> EndsAsync(Task operation, CancellationToken cancellation)
    {
        try
        {
            // The wait may run out in the moment in which the operation ends, so only the operation itself tells.
            await operation.WaitAsync(RequestTimeoutOf(check) + Slack, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (operation.IsCompleted)
            {
                await operation.ConfigureAwait(false);
                return true;
            }

            _ = operation.ContinueWith(static ended => ended.Exception, TaskScheduler.Default);
        }
        catch (BrokerException error)
        {
            if (!error.IsTransient) _refusals[$"{error.GetType().Name}: {error.Message}"] = 1;
        }
        catch (ObjectDisposedException)
        {
            // The check is about that.
            await _stopping.CancelAsync().ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // As it was asked to.
        }
        catch (Exception error)
        {
            _refusals[$"{error.GetType().Name}: {error.Message}"] = 1;
        }

        return false;
    }
}
