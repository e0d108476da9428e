namespace Genie.EventStore.Embedded;

/// <summary>What an embedded store holds, counted.</summary>
/// <param name="Segments">Segment files.</param>
/// <param name="Bytes">Their size.</param>
/// <param name="Streams">Streams that have events, or had.</param>
/// <param name="Events">Events that can be read.</param>
/// <param name="Compacted">Events that compaction took.</param>
/// <param name="Keys">Request keys that are known.</param>
/// <param name="Position">The last position.</param>
public readonly record struct EmbeddedStoreSummary(int Segments, long Bytes, int Streams, long Events, long Compacted, long Keys, long Position);
