namespace Genie.Geocoding.Indexing;

/// <summary>The large sections of an index that is being built; see <see cref="Section"/> for what they mean.</summary>
internal sealed class IndexSections(string folder) : IDisposable
{
    private const int BufferBytes = 1 << 16;

    /// <summary>One entry a root cell.</summary>
    public uint[] Root { get; } = new uint[Grid.RootCells];

    /// <summary>The cells of all blocks.</summary>
    public SpillStore Cells { get; } = new(folder, BufferBytes);

    /// <summary>The records.</summary>
    public SpillStore Records { get; } = new(folder, BufferBytes);

    /// <summary>The exact edges' numbers, for all lanes of all records.</summary>
    public SpillStore References { get; } = new(folder, BufferBytes);

    /// <summary>The exact edges.</summary>
    public SpillStore Edges { get; } = new(folder, BufferBytes);

    /// <inheritdoc/>
    public void Dispose()
    {
        Cells.Dispose();
        Records.Dispose();
        References.Dispose();
        Edges.Dispose();
    }
}
