using Genie.Observing;

namespace Genie.Extensions.Genius.Client.Calls;

/// <summary>What passes between attempts. For one caller.</summary>
internal sealed class Backoff(GeniusClientOptions options)
{
    private readonly long _begun = options.Clock.GetTimestamp();
    private TimeSpan _next = options.RetryDelay;

    /// <summary>It went well: the next failure is a first one.</summary>
    public void Reset() => _next = options.RetryDelay;

    /// <summary>Waits before the next attempt.</summary>
    public async Task DelayAsync(GeniusClientException error, CancellationToken cancellationToken)
    {
        Observers.Tell(options.Retrying, nameof(GeniusClientOptions.Retrying), error);
        await Task.Delay(Next(error), options.Clock, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>True if the time for attempts is over, counted from the first.</summary>
    public bool IsOver() => options.RetryTimeout != Timeout.InfiniteTimeSpan && options.Clock.GetElapsedTime(_begun) >= options.RetryTimeout;

    // A random part, so that clients who lost the same server do not all come back at once.
    private TimeSpan Next(GeniusClientException error)
    {
        var delay = _next * (1 - (Random.Shared.NextDouble() / 2));
        _next = _next * 2 < options.RetryDelayMax ? _next * 2 : options.RetryDelayMax;
        return (error as ServerUnavailableException)?.RetryDelay is { } asked && asked > delay ? asked : delay;
    }
}
