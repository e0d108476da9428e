namespace Genie.Extensions.Genius.Delivery.Pull;

/// <summary>A consumer acknowledged what does not exist yet. Acknowledge the position of a page that was polled.</summary>
/// <param name="position">What was acknowledged.</param>
/// <param name="last">The last position there is.</param>
public sealed class PositionNotReachedException(long position, long last)
    : Exception($"Position {position} cannot be acknowledged: the last one is {last}. Acknowledge the position of a page that was polled.")
{
    /// <summary>Always false: acknowledging it again makes no event of it.</summary>
    public static bool IsTransient => false;
}
