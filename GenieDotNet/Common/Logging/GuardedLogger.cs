using Microsoft.Extensions.Logging;

namespace Genie.Observing;

/// <summary>A logger whose providers cannot fail those who log: what one of them throws goes to <see cref="ObserverEvents"/>.</summary>
/// <param name="inner">The host's.</param>
internal sealed class GuardedLogger(ILogger inner) : ILogger
{
    /// <inheritdoc/>
    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull
    {
        try
        {
            return inner.BeginScope(state);
        }
        catch (Exception error)
        {
            Observers.Failed(nameof(ILogger), error);
            return null;
        }
    }

    /// <inheritdoc/>
    public bool IsEnabled(LogLevel logLevel)
    {
        try
        {
            return inner.IsEnabled(logLevel);
        }
        catch (Exception error)
        {
            Observers.Failed(nameof(ILogger), error);
            return false;
        }
    }

    /// <inheritdoc/>
    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        try
        {
            inner.Log(logLevel, eventId, state, exception, formatter);
        }
        catch (Exception error)
        {
            Observers.Failed(nameof(ILogger), error);
        }
    }
}
