namespace Genie.EventStore.Embedded;

/// <summary>What a backup did.</summary>
/// <param name="SegmentsCopied">Segments that were copied: those that are new, grew or were compacted since the backup before.</param>
/// <param name="SegmentsKept">Segments that the backup had already.</param>
/// <param name="BytesCopied">Bytes of those that were copied.</param>
public readonly record struct EmbeddedBackupSummary(int SegmentsCopied, int SegmentsKept, long BytesCopied);
