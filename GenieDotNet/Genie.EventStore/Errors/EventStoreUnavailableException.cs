namespace Genie.EventStore;

/// <summary>The store's server did not answer, or ended the link; whether an append took effect is unknown unless it had a key.</summary>
public sealed class EventStoreUnavailableException(string place, string detail, bool isTransient, Exception? innerException = null)
    : EventStoreException($"The event store at {place} did not answer: {detail} Start it, or name another one; repeat appends with the same key.", isTransient, innerException);
