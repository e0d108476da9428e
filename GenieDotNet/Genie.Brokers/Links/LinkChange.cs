namespace Genie.Brokers.Links;

/// <summary>A change of one link's state.</summary>
/// <param name="Link">Tells the links of a process apart.</param>
/// <param name="State">What became of it.</param>
/// <param name="Error">Why; null where it is restored or closed.</param>
/// <param name="Attempts">Attempts to restore it so far.</param>
public readonly record struct LinkChange(long Link, LinkState State, Exception? Error, int Attempts)
{
    private static long _links;

    /// <summary>A number for one more link.</summary>
    internal static long NextLink() => Interlocked.Increment(ref _links);
}
