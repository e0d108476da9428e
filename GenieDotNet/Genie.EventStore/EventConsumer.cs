using Genie.Observing;

namespace Genie.EventStore;

/// <summary>Handles events until it is told to stop. What fails is begun again, after a pause that grows.</summary>
public abstract class EventConsumer
{
    private protected EventConsumer()
    {
    }

    /// <summary>Failures one after the other, with no event handled in between, after which <see cref="RunAsync"/> throws the last one. Default: it never does.</summary>
    public int FailuresMax { get; init; } = int.MaxValue;

    /// <summary>The pause after a failure; twice as long after each that follows, up to <see cref="PauseMax"/>. Default 100 ms.</summary>
    public TimeSpan Pause { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The longest pause. Default 30 s.</summary>
    public TimeSpan PauseMax { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Called for every failure. Default: nothing.</summary>
    public Action<Exception>? Failed { get; init; }

    /// <summary>Which events are handled. Default: all but those of the library's own streams.</summary>
    public EventFilter Filter { get; init; } = EventFilter.Default;

    /// <summary>Time of the pauses.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Failures since the last event that was handled.</summary>
    public int Failures { get; private protected set; }

    /// <summary>Runs until the token fires, the store is closed, or too much fails.</summary>
    /// <exception cref="ObjectDisposedException">The store was closed.</exception>
    /// <exception cref="EventStoreCorruptedException">The store is damaged: nothing comes of trying again.</exception>
    /// <exception cref="ArgumentException">An option is out of range; the message names it.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        CheckOptions();
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                await ConsumeAsync(cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception error) when (error is not (ObjectDisposedException or EventStoreCorruptedException) && ++Failures <= FailuresMax)
            {
                Observers.Tell(Failed, nameof(Failed), error);
            }

            await PauseAsync(Failures, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Refuses what no consumer can work with.</summary>
    private protected virtual void CheckOptions()
    {
        ArgumentNullException.ThrowIfNull(Filter);
        ArgumentNullException.ThrowIfNull(Clock);
        ArgumentOutOfRangeException.ThrowIfNegative(FailuresMax);
        ArgumentOutOfRangeException.ThrowIfLessThan(Pause, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(PauseMax, TimeSpan.Zero);
    }

    /// <summary>Consumes from where the checkpoint is, until the token fires or something fails.</summary>
    private protected abstract Task ConsumeAsync(CancellationToken cancellationToken);

    /// <summary>Waits as long as so many failures ask for; a token that fires ends it without an exception.</summary>
    private protected async Task PauseAsync(int failures, CancellationToken cancellationToken)
    {
        var pause = Pause * Math.Pow(2, Math.Min(failures - 1, 20));
        try
        {
            await Task.Delay(pause < PauseMax ? pause : PauseMax, Clock, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // Asked to stop: a graceful end.
        }
    }
}
