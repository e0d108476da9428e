using Microsoft.Extensions.Hosting;

namespace Genie.Brokers.Hosting.Listening;

/// <summary>Keeps a listener open while the host runs.</summary>
internal sealed class ListenerService(HostedListener listener, HostedBroker broker, MessageHandler handler, TimeSpan shutdownTimeout, TimeProvider clock) : BackgroundService
{
    // What a stopped listener may need after its stop time-out: cancelled handlers get 5 s to heed their token, closing takes a moment.
    private static readonly TimeSpan AfterStopTimeout = TimeSpan.FromSeconds(6);

    private readonly ReconnectPolicy _retry = new();
    private readonly TaskCompletionSource _attempted = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <inheritdoc/>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        await base.StartAsync(cancellationToken).ConfigureAwait(false);
        await _attempted.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The stop time-out that is asked for, or what a host's shutdown time-out leaves of it.</summary>
    internal static TimeSpan StopTimeoutWithin(TimeSpan asked, TimeSpan shutdown)
    {
        if (shutdown == Timeout.InfiniteTimeSpan) return asked;
        var limit = shutdown / 2 > AfterStopTimeout ? shutdown - AfterStopTimeout : shutdown / 2;
        return asked == Timeout.InfiniteTimeSpan || asked > limit ? limit : asked;
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        try
        {
            await using var opened = (await OpenAsync(stoppingToken).ConfigureAwait(false)).ConfigureAwait(false);
            broker.State.Tell(listener, error: null);
            _attempted.TrySetResult();
            await Task.Delay(Timeout.InfiniteTimeSpan, stoppingToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // The host stops.
        }
        catch (Exception error)
        {
            // At the first attempt it ends the start of the host, later the host.
            _attempted.TrySetException(error);
            throw;
        }
        finally
        {
            _attempted.TrySetResult();
        }
    }

    private async ValueTask<IAsyncDisposable> OpenAsync(CancellationToken cancellationToken)
    {
        var options = listener.Options with { StopTimeout = StopTimeoutWithin(listener.Options.StopTimeout, shutdownTimeout) };
        for (var attempt = 0; ; attempt++)
        {
            try
            {
                return await broker.ListenAsync(listener.Channel, options, handler, cancellationToken).ConfigureAwait(false);
            }
            catch (BrokerException error) when (error.IsTransient || Refusal.Is(error))
            {
                var delay = Refusal.Is(error) ? _retry.DelayWhenRefused(Random.Shared.NextDouble()) : _retry.DelayBefore(attempt, Random.Shared.NextDouble());
                broker.State.Tell(listener, error);
                broker.TellNotListening(listener.Channel, error, attempt + 1, delay);
                _attempted.TrySetResult();
                await Task.Delay(delay, clock, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
