namespace Genie.Geocoding.Indexing;

/// <summary>The parts of an index file, in their order; each begins at a multiple of 64 bytes.</summary>
internal enum Section
{
    /// <summary>An entry a root cell: <see cref="uint"/>, rows from the south, columns from the west.</summary>
    Root,

    /// <summary>The cells of all blocks: <see cref="uint"/>.</summary>
    Cells,

    /// <summary>The records of cells that borders run through.</summary>
    Records,

    /// <summary>An exact edge's number for each lane: <see cref="uint"/>.</summary>
    References,

    /// <summary>The exact edges.</summary>
    Edges,

    /// <summary>What the areas are called: <see cref="AreaEntry"/>, those with a geometry first, in the order of codes.</summary>
    Areas,

    /// <summary>UTF-8 texts, each after its length in four bytes.</summary>
    Text,

    /// <summary>A checksum a page of 64 KB of everything between header and this: <see cref="ulong"/>.</summary>
    Checksums,
}
