namespace Genie.Geocoding.Maps.Import;

/// <summary>What an import brought.</summary>
public sealed class MapImportReport
{
    /// <summary>More notes than this are only counted: a file of millions of bad rows must not fill the memory.</summary>
    public const int MaxNotes = 1000;

    private readonly List<RowNote> _repaired = [];
    private readonly List<RowNote> _skipped = [];
    private readonly List<string> _warnings = [];

    /// <summary>Areas of the new layer.</summary>
    public long Areas { get; private set; }

    /// <summary>Vertices of their polygons.</summary>
    public long Vertices { get; private set; }

    /// <summary>Areas whose polygons were made valid.</summary>
    public long RepairedCount { get; private set; }

    /// <summary>Areas that were cut at the antimeridian, which they crossed.</summary>
    public long CutCount { get; private set; }

    /// <summary>Rows that were left out.</summary>
    public long SkippedCount { get; private set; }

    /// <summary>The first of the repaired ones, with what was wrong.</summary>
    public IReadOnlyList<RowNote> Repaired => _repaired;

    /// <summary>The first of those left out, with the reason.</summary>
    public IReadOnlyList<RowNote> Skipped => _skipped;

    /// <summary>The index file, or null.</summary>
    public string? IndexFile { get; internal set; }

    /// <summary>What was left undone, or done otherwise than one may expect, though the layer is in place.</summary>
    public IReadOnlyList<string> Warnings => _warnings;

    internal void Warn(string warning) => _warnings.Add(warning);

    internal void CountArea(long vertices)
    {
        Areas++;
        Vertices += vertices;
    }

    internal void CountCut() => CutCount++;

    internal void NoteRepair(RowNote note)
    {
        RepairedCount++;
        if (_repaired.Count < MaxNotes) _repaired.Add(note);
    }

    internal void NoteSkip(RowNote note)
    {
        SkippedCount++;
        if (_skipped.Count < MaxNotes) _skipped.Add(note);
    }
}
