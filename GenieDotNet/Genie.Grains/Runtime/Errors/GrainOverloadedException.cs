namespace Genie.Grains;

/// <summary>A grain's mailbox is full; the message was not taken.</summary>
public sealed class GrainOverloadedException(string kind, string key, int capacity)
    : GrainException($"Grain {kind}/{key} has {capacity:N0} messages waiting and takes no more. Send later, or wait for room (WhenFull.Wait).", isTransient: true);
