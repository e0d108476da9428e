using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>All observers of a processor. What one of them throws is logged and counted, and harms neither the event, which has taken effect, nor the other observers.</summary>
/// <param name="observers">The observers.</param>
/// <param name="metrics">Counts failures.</param>
/// <param name="logger">Is told of them; null: nobody is.</param>
internal sealed class ObserverGroup(IEnumerable<IGeniusObserver> observers, GeniusMetrics metrics, ILogger? logger)
{
    private readonly IGeniusObserver[] _observers = [.. observers];

    /// <summary>Tells them of an event that was processed.</summary>
    /// <exception cref="OperationCanceledException">The caller waits no longer.</exception>
    public async ValueTask ProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken)
    {
        foreach (var each in _observers)
        {
            try
            {
                await each.OnProcessedAsync(value, answer, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception error) when (error is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
            {
                Failed(each, error);
            }
        }
    }

    /// <summary>Tells them of facts that are on disk.</summary>
    public void Derived(IReadOnlyList<Output> facts)
    {
        foreach (var fact in facts)
        {
            foreach (var each in _observers)
            {
                try
                {
                    each.OnDerived(fact);
                }
                catch (Exception error)
                {
                    Failed(each, error);
                }
            }
        }
    }

    private void Failed(IGeniusObserver observer, Exception error)
    {
        metrics.ObserverFailed();
        logger?.LogError(error, "The observer {Observer} failed. What it was told of has taken effect, and its sender is answered.", observer.GetType().FullName);
    }
}
