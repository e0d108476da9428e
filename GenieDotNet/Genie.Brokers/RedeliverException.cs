namespace Genie.Brokers;

/// <summary>
/// Thrown by a handler that says itself when its message is to be delivered again, in place of <see cref="ListenOptions.Redelivery"/>'s wait.
/// A requester gets it as the answer, as any other exception.
/// </summary>
/// <param name="delay">The wait before the next delivery.</param>
/// <param name="cause">Why, or null.</param>
public sealed class RedeliverException(TimeSpan delay, Exception? cause = null) : Exception(cause?.Message ?? "The handler asked for another delivery.", cause)
{
    /// <summary>The wait before the next delivery.</summary>
    public TimeSpan Delay { get; } = delay;
}
