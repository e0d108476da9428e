namespace Genie.EventStore.Embedded.Index;

/// <summary>The parts of an index file. The numbers are in files.</summary>
internal enum IndexSection
{
    /// <summary>What is known of each segment, as of <see cref="SegmentFacts"/>.</summary>
    Segments,

    /// <summary>Where to begin to read for events after a position: position 8, offset 8.</summary>
    Landmarks,

    /// <summary>By number: number 4, index of its first location 8 (the highest bit: it has a snapshot), version 8; one more at the end.</summary>
    Streams,

    /// <summary>Segment and offset of events, 8 bytes each.</summary>
    Locations,

    /// <summary>By number: number 4, version 8, location 8.</summary>
    Snapshots,

    /// <summary>By number: number 4, offset of its name among <see cref="Texts"/> 8; one more at the end.</summary>
    Names,

    /// <summary>Names, UTF-8, one behind the other.</summary>
    Texts,

    /// <summary>By hash of the name: hash 8, number 4.</summary>
    NameHashes,

    /// <summary>Words of a filter of name hashes.</summary>
    NameFilter,

    /// <summary>By hash of stream and key: hash 8, location of the append's first record 8, events 4.</summary>
    Keys,

    /// <summary>Words of a filter of key hashes.</summary>
    KeyFilter,

    /// <summary>Length of the name 4, name, position 8.</summary>
    Checkpoints,

    /// <summary>What every 128th entry is sorted by, of those sections that are searched: 8 bytes each.</summary>
    StreamFences,

    /// <inheritdoc cref="StreamFences"/>
    SnapshotFences,

    /// <inheritdoc cref="StreamFences"/>
    NameFences,

    /// <inheritdoc cref="StreamFences"/>
    NameHashFences,

    /// <inheritdoc cref="StreamFences"/>
    KeyFences,
}
