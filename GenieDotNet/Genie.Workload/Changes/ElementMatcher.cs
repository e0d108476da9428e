namespace Genie.Workload.Changes;

/// <summary>Finds which element before is which element after, by key.</summary>
internal static class ElementMatcher
{
    // Up to here looking at each is cheaper than a dictionary; above it the square of a hostile list's length would not be.
    private const long ComparisonsMax = 1024;

    /// <summary>The n-th element of a key after belongs to the n-th of that key before.</summary>
    /// <param name="before">Elements before.</param>
    /// <param name="after">Elements after.</param>
    /// <param name="start">Elements ahead of this position are not looked at.</param>
    /// <param name="getKey">Reads an element's key.</param>
    /// <param name="partners">Takes, from <paramref name="start"/> on, the position before of each element after, or -1.</param>
    /// <param name="isTaken">Takes, from <paramref name="start"/> on, whether an element before has a partner; all false when called.</param>
    public static void Match<TElement, TKey>(
        IList<TElement> before, IList<TElement> after, int start, Func<TElement, TKey> getKey, Span<int> partners, Span<bool> isTaken)
        where TKey : notnull
    {
        var comparisons = (long)(before.Count - start) * (after.Count - start);
        if (comparisons <= ComparisonsMax) MatchByLooking(before, after, start, getKey, partners, isTaken);
        else MatchByDictionary(before, after, start, getKey, partners, isTaken);
    }

    private static void MatchByLooking<TElement, TKey>(
        IList<TElement> before, IList<TElement> after, int start, Func<TElement, TKey> getKey, Span<int> partners, Span<bool> isTaken)
    {
        for (var i = start; i < after.Count; i++)
        {
            partners[i - start] = -1;
            var key = getKey(after[i]);
            for (var j = start; j < before.Count; j++)
            {
                if (isTaken[j - start] || !EqualityComparer<TKey>.Default.Equals(key, getKey(before[j]))) continue;
                isTaken[j - start] = true;
                partners[i - start] = j;
                break;
            }
        }
    }

    private static void MatchByDictionary<TElement, TKey>(
        IList<TElement> before, IList<TElement> after, int start, Func<TElement, TKey> getKey, Span<int> partners, Span<bool> isTaken)
        where TKey : notnull
    {
        // From the end, so that each chain of one key begins with its first element.
        var first = new Dictionary<TKey, int>(before.Count - start);
        var next = new int[before.Count];
        for (var j = before.Count - 1; j >= start; j--)
        {
            next[j] = first.GetValueOrDefault(getKey(before[j]), -1);
            first[getKey(before[j])] = j;
        }

        for (var i = start; i < after.Count; i++)
        {
            var key = getKey(after[i]);
            var partner = first.GetValueOrDefault(key, -1);
            partners[i - start] = partner;
            if (partner < 0) continue;
            isTaken[partner - start] = true;
            first[key] = next[partner];
        }
    }
}
