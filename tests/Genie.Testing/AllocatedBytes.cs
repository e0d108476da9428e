namespace Genie.Testing;

/// <summary>
/// What code allocates on its thread. A background collection that another thread brought about takes the rest of this thread's allocation context, up to 8 KiB, and the runtime counts it as
/// allocated: code that allocates does so each time, such a collection does not come each time.
/// </summary>
public static class AllocatedBytes
{
    private const int Rounds = 10;

    /// <summary>The least of several rounds.</summary>
    public static long Of(Action action)
    {
        var least = long.MaxValue;
        for (var round = 0; round < Rounds && least > 0; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
