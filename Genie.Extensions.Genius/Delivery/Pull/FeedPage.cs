using Genie.EventStore;

namespace Genie.Extensions.Genius.Delivery.Pull;

/// <summary>What one poll brought.</summary>
/// <param name="Events">The events in their order; empty when there are none yet.</param>
/// <param name="Position">Where the next poll goes on; acknowledge it once the events are dealt with. It may be beyond the last event: those between were not wanted. A page without events is not the end where its position moved.</param>
public sealed record FeedPage(IReadOnlyList<RecordedEvent> Events, long Position);
