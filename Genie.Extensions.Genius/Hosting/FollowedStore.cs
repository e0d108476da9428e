using Genie.EventStore;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>For those who wait until what follows a store has come to a position.</summary>
internal static class FollowedStore
{
    private static readonly TimeSpan LookAfter = TimeSpan.FromMilliseconds(200);

    /// <summary>Waits for a follower's next step; where it takes long, looks whether there is one: the events up to the store's position may have been deleted.</summary>
    /// <param name="store">The store.</param>
    /// <param name="next">Completes when the follower has taken an event in.</param>
    /// <param name="position">What it had taken in before.</param>
    /// <param name="end">The position that it is to come to.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <returns>False if there is no event between the two.</returns>
    public static async Task<bool> IsAwaitedAsync(this IEventStore store, Task next, long position, long end, CancellationToken cancellationToken)
    {
        try
        {
            await next.WaitAsync(LookAfter, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (TimeoutException)
        {
            await foreach (var each in store.ReadAllAsync(position, cancellationToken).ConfigureAwait(false)) return each.Position <= end;
            return false;
        }
    }
}
