namespace Genie.Brokers.Drivers;

/// <summary>
/// What a driver allocates at most, on average over many messages of 256 bytes, in the sender's and the listener's process
/// together. The conformance suite holds it to that; nearly all of it is the client library's.
/// </summary>
/// <param name="BytesPerRequest">For a request and its answer.</param>
/// <param name="BytesPerSend">For a message that wants no answer.</param>
public sealed record AllocationBounds(int BytesPerRequest, int BytesPerSend)
{
    /// <summary>A driver of our own: nothing a message, and a little for timers and growth.</summary>
    public static AllocationBounds Pooled { get; } = new(64, 64);
}
