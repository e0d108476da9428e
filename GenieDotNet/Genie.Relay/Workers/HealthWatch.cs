using Genie.Relay.Balancing;
using Genie.Relay.Configuration;
using Genie.Relay.Telemetry;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Workers;

/// <summary>Asks one worker again and again whether it serves, and lets it have calls as long as it does.</summary>
internal sealed class HealthWatch(Worker worker, Func<RelayOptions> options, WorkerPool pool, ILogger log)
{
    private static readonly TimeSpan StartInterval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan UsualStart = TimeSpan.FromSeconds(3);

    private readonly TimeProvider _clock = options().Clock;

    /// <summary>Runs until the worker is to be ended.</summary>
    /// <returns>Why: <c>start-timeout</c> or <c>unhealthy</c>; null where it was cancelled.</returns>
    public async Task<string?> RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (!await WaitUntilServingAsync(cancellationToken).ConfigureAwait(false)) return "start-timeout";
            while (worker.HealthFailures < options().HealthCheck.Failures)
            {
                await worker.WaitForCheckAsync(options().HealthCheck.Interval, cancellationToken).ConfigureAwait(false);
                await CheckAsync(cancellationToken).ConfigureAwait(false);
            }

            return "unhealthy";
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }

    private async Task<bool> WaitUntilServingAsync(CancellationToken cancellationToken)
    {
        var isToldOf = false;
        while (_clock.GetElapsedTime(worker.StartTimestamp) < options().Workers.StartTimeout)
        {
            var lack = await HealthProbe.AskAsync(worker, options().HealthCheck, _clock, cancellationToken).ConfigureAwait(false);
            if (lack is null)
            {
                worker.ReadyTimestamp = _clock.GetTimestamp();
                pool.Admit(worker);
                worker.Ready.TrySetResult(true);
                return true;
            }

            var why = lack.Value.Why;
            RelayLog.NotServingYet(log, worker, why);
            var waited = _clock.GetElapsedTime(worker.StartTimestamp);
            if (!isToldOf && waited > UsualStart)
            {
                // Once: whoever forgot the health service would see nothing else before the start's timeout.
                isToldOf = true;
                RelayLog.StartsSlowly(log, worker, waited.TotalSeconds, why);
            }

            await Task.Delay(StartInterval, _clock, cancellationToken).ConfigureAwait(false);
        }

        return false;
    }

    private async Task CheckAsync(CancellationToken cancellationToken)
    {
        var answers = worker.Answers;
        var lack = await HealthProbe.AskAsync(worker, options().HealthCheck, _clock, cancellationToken).ConfigureAwait(false);

        // A worker whose threads are all at work answers calls before it answers the check: it lives.
        if (lack is null || (lack.Value.IsTimeout && worker.Answers != answers))
        {
            worker.HealthFailures = 0;
            if (worker.State != WorkerState.Serving) pool.Admit(worker);
            return;
        }

        worker.HealthFailures++;
        pool.Suspend(worker);
        RelayLog.Suspended(log, worker, lack.Value.Why, worker.HealthFailures, options().HealthCheck.Failures);
    }
}
