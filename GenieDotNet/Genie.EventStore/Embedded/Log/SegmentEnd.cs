namespace Genie.EventStore.Embedded.Log;

/// <summary>How a segment ends.</summary>
/// <param name="Offset">Where the next batch goes; everything before is confirmed.</param>
/// <param name="LastBatch">Where the last batch begins; 0 if there is none.</param>
/// <param name="LastRecord">Where the last record of that batch begins; 0 if it has none.</param>
/// <param name="NextBatch">The number of the batch after the last.</param>
/// <param name="LastPosition">The last position given to an event.</param>
internal readonly record struct SegmentEnd(long Offset, long LastBatch, long LastRecord, long NextBatch, long LastPosition);
