using System.Runtime.CompilerServices;
using Genie.EventStore;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>Reads facts for a subscriber, and tells how far it is where others were passed over.</summary>
/// <param name="read">The fact of a record, if it is wanted.</param>
/// <param name="interval">What passes without a fact before it is told; infinite: it never is.</param>
/// <param name="clock">Measures that.</param>
internal sealed class OutputReading(Func<RecordedEvent, Output?> read, TimeSpan interval, TimeProvider clock)
{
    /// <summary>The wanted facts of records, and between them outputs without a fact.</summary>
    /// <param name="records">In the order of positions.</param>
    /// <param name="after">The position that the subscriber knows.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public async IAsyncEnumerable<Output> ReadAsync(IAsyncEnumerable<RecordedEvent> records, long after, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var reading = records.GetAsyncEnumerator(ending.Token);
        var (seen, told, toldAt, next) = (after, after, clock.GetTimestamp(), Task.FromResult(true));
        try
        {
            while (true)
            {
                next = reading.MoveNextAsync().AsTask();
                if (seen > told && !await EndsWithinAsync(next, interval - clock.GetElapsedTime(toldAt)).ConfigureAwait(false))
                {
                    (told, toldAt) = (seen, clock.GetTimestamp());
                    yield return Progress(seen);
                }

                if (!await next.ConfigureAwait(false)) yield break;
                seen = reading.Current.Position;
                var output = read(reading.Current);
                if (output is null && !IsDue(toldAt)) continue;
                (told, toldAt) = (seen, clock.GetTimestamp());
                yield return output ?? Progress(seen);
            }
        }
        finally
        {
            // Whoever leaves in the middle of a wait must not close what is being read.
            await ending.CancelAsync().ConfigureAwait(false);
            await ((Task)next).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await reading.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>How far a subscriber is.</summary>
    public static Output Progress(long position) => new() { Position = position };

    private bool IsDue(long toldAt) => interval != Timeout.InfiniteTimeSpan && clock.GetElapsedTime(toldAt) >= interval;

    private async ValueTask<bool> EndsWithinAsync(Task task, TimeSpan left)
    {
        if (interval == Timeout.InfiniteTimeSpan || task.IsCompleted) return true;
        if (left > TimeSpan.Zero) await task.WaitAsync(left, clock, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return task.IsCompleted;
    }
}
