using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// The index of a layer whose areas come one by one. In memory are their names and the borders of one root cell; the rest is in
/// temporary files as soon as it is more than a few megabytes.
/// </summary>
/// <param name="layer">The layer's name.</param>
/// <param name="folder">Where the temporary files go; see <see cref="SpillStore"/>.</param>
internal sealed class IndexDraft(string layer, string folder) : IDisposable
{
    private readonly PartList _parts = new();
    private readonly EdgeInbox _inbox = new(folder);

    /// <summary>Adds an area.</summary>
    /// <exception cref="MapFormatException">A coordinate is out of range.</exception>
    public void Add(MapArea area) => _inbox.Add(area, _parts.Add(area));

    /// <summary>Writes the index; once, as it empties this.</summary>
    /// <param name="source">32 bytes that identify what it was built from.</param>
    /// <param name="target">Seekable; the index begins at its start.</param>
    /// <param name="cancellationToken">Abandons it; what was written is then of no use.</param>
    /// <exception cref="MapFormatException">The map cannot be indexed; the message says why.</exception>
    public void Write(ReadOnlySpan<byte> source, Stream target, CancellationToken cancellationToken)
    {
        var areas = new AreaTable(layer, _parts.Order());
        using var sections = new IndexSections(folder);
        using var cells = new RootCells(folder);
        var number = 0u;
        _inbox.TakeEach(
            _parts,
            (edge, parts) =>
            {
                cells.Add(number++, edge, parts);
                sections.Edges.Append(edge);
            },
            cancellationToken);
        _inbox.Dispose();
        Cut(cells, sections, cancellationToken);
        IndexFileWriter.Write(areas, sections, source, target);
    }

    /// <inheritdoc/>
    public void Dispose() => _inbox.Dispose();

    private void Cut(RootCells cells, IndexSections sections, CancellationToken cancellationToken)
    {
        var blocks = new BlockWriter(_parts, sections);
        var edges = new CellEdges();
        for (var row = 0; row < Grid.RootRows; row++)
        {
            var corners = cells.CornersOf(row);
            for (var column = 0; column < Grid.RootColumns; column++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var cell = (row * Grid.RootColumns) + column;
                sections.Root[cell] = cells.Take(cell, edges)
                    ? blocks.Write(edges, corners[column], (column * Grid.RootDegrees) - 180, (row * Grid.RootDegrees) - 90)
                    : _parts.EntryOf(corners[column]);
            }
        }
    }
}
