using System.Diagnostics;
using Genie.Brokers.Drivers;
using Genie.Brokers.Telemetry;
using Genie.Observing;

namespace Genie.Brokers.Multiplexing;

/// <content>The end of the handlers: in time, or cancelled, or left behind.</content>
public abstract partial class MessageDispatcher<TRoute>
{
    // To close what a handler may hold that does not end.
    private static readonly TimeSpan AbandonedCloseTimeout = TimeSpan.FromMilliseconds(500);

    private readonly TaskCompletionSource _handlersEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _abandoned = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _endingSince;

    /// <summary>Completes when no handler runs any more: with the end of the listener, or later where handlers do not heed their token.</summary>
    public Task HandlersEnded => _handlersEnded.Task;

    /// <summary>Gives back what waits for another delivery. First of a driver's end, where that waits until nothing is unsettled.</summary>
    protected async ValueTask EndRedeliveriesAsync() => await _ending.CancelAsync().ConfigureAwait(false);

    /// <summary>Does what a driver does before its handlers end, which may wait for them: after <see cref="ListenOptions.StopTimeout"/> they are
    /// cancelled, and the wait ends. With the link gone there is nothing to do.</summary>
    public async ValueTask LeaveAsync(Func<CancellationToken, Task> leave)
    {
        using var limited = new CancellationTokenSource(TimeToStop());
        try
        {
            await leave(limited.Token).WaitAsync(limited.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            await CancelInTimeAsync().ConfigureAwait(false);
        }
        catch (BrokerException)
        {
            // With the link gone nothing more comes either.
        }
    }

    /// <summary>Takes nothing more; messages taken before are handled, answered and settled within the time allowed, then cancelled and given back.</summary>
    protected async ValueTask EndHandlersAsync()
    {
        await EndRedeliveriesAsync().ConfigureAwait(false);
        _queue.Writer.TryComplete();
        ReleaseKept();
        _ = EndWorkersAsync();
        if (!_stopping.IsCancellationRequested && !await EndWithinAsync(TimeToStop()).ConfigureAwait(false)) await CancelInTimeAsync().ConfigureAwait(false);
        if (_stopping.IsCancellationRequested && !HandlersEnded.IsCompleted)
        {
            await ReturnWaitingAsync().ConfigureAwait(false);
            if (!await EndWithinAsync(_options.CancelTimeout).ConfigureAwait(false)) TellAbandoned();
        }

        await _stopping.CancelAsync().ConfigureAwait(false);
    }

    private async Task EndAsync()
    {
        try
        {
            var ending = DisposeCoreAsync().AsTask();
            await Task.WhenAny(ending, LeaveAbandonedAsync()).ConfigureAwait(false);
            if (ending.IsCompleted) await ending.ConfigureAwait(false);
            else Abandonment.Observe(ending);
        }
        finally
        {
            ((IBrokerResource)this).Closed?.Invoke(this);
        }
    }

    // A handler that runs inline, or within a library's call, holds its link's end too.
    private async Task LeaveAbandonedAsync()
    {
        await _abandoned.Task.ConfigureAwait(false);
        await Task.Delay(AbandonedCloseTimeout).ConfigureAwait(false);
    }

    /// <summary>What is left of <see cref="ListenOptions.StopTimeout"/>, which begins with the first part of the end.</summary>
    private TimeSpan TimeToStop()
    {
        if (_options.StopTimeout == Timeout.InfiniteTimeSpan) return _options.StopTimeout;
        var now = Stopwatch.GetTimestamp();
        var since = Interlocked.CompareExchange(ref _endingSince, now, 0);
        var left = since == 0 ? _options.StopTimeout : _options.StopTimeout - Stopwatch.GetElapsedTime(since, now);
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }

    private async ValueTask CancelInTimeAsync()
    {
        // Those that wait first: a worker that is free again would begin with them.
        var givenBack = await ReturnWaitingAsync().ConfigureAwait(false);
        BrokerEvents.Log.HandlersCancelled(AnswerLimit.Broker, _options.StopTimeout.TotalSeconds, givenBack);
        Observers.Tell(_options.StoppedLate, nameof(ListenOptions.StoppedLate), new LateStop(givenBack, HandlersRunOn: false));
        await _stopping.CancelAsync().ConfigureAwait(false);
    }

    private void TellAbandoned()
    {
        BrokerEvents.Log.HandlersAbandoned(AnswerLimit.Broker);
        Observers.Tell(_options.StoppedLate, nameof(ListenOptions.StoppedLate), new LateStop(GivenBack: 0, HandlersRunOn: true));
        _abandoned.TrySetResult();
    }

    private async ValueTask<int> ReturnWaitingAsync()
    {
        var givenBack = 0;
        for (; TryDequeue(out var work); givenBack++)
        {
            await ReturnQuietlyAsync(work.Route).ConfigureAwait(false);
            MessageBuffers.Return(work.Bytes);
        }

        return givenBack;
    }

    private async Task<bool> EndWithinAsync(TimeSpan time)
    {
        try
        {
            await HandlersEnded.WaitAsync(time).ConfigureAwait(false);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    private async Task EndWorkersAsync()
    {
        for (var i = 0; i < _concurrency; i++)
        {
            var worker = await _idle.Reader.ReadAsync().ConfigureAwait(false);
            if (!_inline) worker.Stop();
        }

        _idle.Writer.TryComplete();
        await _workers.ConfigureAwait(false);
        await _noneKept.Task.ConfigureAwait(false);
        _handlersEnded.SetResult();
    }
}
