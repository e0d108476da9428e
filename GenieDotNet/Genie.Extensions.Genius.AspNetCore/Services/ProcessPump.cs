using System.Threading.Channels;
using Genie.Extensions.Genius.Messages;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>One call of Process: several events at once, each after the one before of its key, answered in the order they came.</summary>
internal sealed class ProcessPump(IEventProcessor processor, int inFlightMax)
{
    private readonly Channel<Task<Decision>> _pending = Channel.CreateBounded<Task<Decision>>(inFlightMax);
    private readonly Dictionary<string, Task> _lastOfKey = new(StringComparer.Ordinal);

    /// <summary>Runs until the events end and are answered.</summary>
    /// <param name="events">The events.</param>
    /// <param name="answers">Where the decisions go.</param>
    /// <param name="stopping">Takes no further events; those taken are answered.</param>
    /// <param name="cancellationToken">Abandons it all.</param>
    public async Task RunAsync(IAsyncEnumerable<Event> events, IAsyncStreamWriter<Decision> answers, CancellationToken stopping, CancellationToken cancellationToken)
    {
        using var abandoned = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var stopped = CancellationTokenSource.CreateLinkedTokenSource(stopping, abandoned.Token);
        var taking = TakeAsync(events, stopped.Token, abandoned.Token);
        try
        {
            await foreach (var decision in _pending.Reader.ReadAllAsync(cancellationToken).ConfigureAwait(false))
                await answers.WriteAsync(await decision.ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await abandoned.CancelAsync().ConfigureAwait(false);
            await taking.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }

        await taking.ConfigureAwait(false);
    }

    /// <param name="events">The events.</param>
    /// <param name="stopped">No further one is taken; one that was begun is answered.</param>
    /// <param name="abandoned">Nobody takes answers any more.</param>
    private async Task TakeAsync(IAsyncEnumerable<Event> events, CancellationToken stopped, CancellationToken abandoned)
    {
        try
        {
            await foreach (var each in events.WithCancellation(stopped).ConfigureAwait(false))
            {
                if (_lastOfKey.Count >= 2 * inFlightMax) RemoveEnded();
                var decision = DecideAsync(each, _lastOfKey.GetValueOrDefault(each.Key, Task.CompletedTask), abandoned);
                _lastOfKey[each.Key] = decision;
                await _pending.Writer.WriteAsync(decision, abandoned).ConfigureAwait(false);
            }
        }
        finally
        {
            _pending.Writer.TryComplete();
        }
    }

    private async Task<Decision> DecideAsync(Event message, Task before, CancellationToken cancellationToken)
    {
        // Where the event before could not be processed, this one must not overtake its repetition.
        await before.ConfigureAwait(false);
        return await EventDecision.OfAsync(processor, message, cancellationToken).ConfigureAwait(false);
    }

    private void RemoveEnded()
    {
        foreach (var (key, last) in _lastOfKey)
        {
            if (last.IsCompletedSuccessfully) _lastOfKey.Remove(key);
        }
    }
}
