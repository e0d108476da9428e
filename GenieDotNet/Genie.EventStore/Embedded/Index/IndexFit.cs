using System.Globalization;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>Tells whether an index file is of the segments that are there.</summary>
internal static class IndexFit
{
    private const string Extension = ".idx";

    public static string NameOf(long first, long last) => $"{first:D10}-{last:D10}{Extension}";

    /// <summary>The segments that a file is of by its name; null if it is no index file's.</summary>
    public static (long First, long Last)? SegmentsOf(string name) =>
        name.EndsWith(Extension, StringComparison.Ordinal) && name[..^Extension.Length].Split('-') is [var first, var last]
        && long.TryParse(first, NumberStyles.None, CultureInfo.InvariantCulture, out var from) && long.TryParse(last, NumberStyles.None, CultureInfo.InvariantCulture, out var to)
        && name == NameOf(from, to) ? (from, to) : null;

    /// <summary>Has segments know what the file says of them, if they are those that it was made from: whole, and one following the other.</summary>
    /// <exception cref="IndexDamagedException">The file is not as it was written.</exception>
    public static bool Adopt(IndexFile file, ulong store, Segment[] segments)
    {
        var footer = file.Footer;
        if (footer.Store != store || footer.FirstSegment != segments[0].Header.Number || footer.LastSegment != segments[^1].Header.Number) return false;
        var bytes = file.ReadAll<byte>(IndexSection.Segments);
        if (bytes.Length != segments.Length * SegmentFacts.FactsBytes) return false;
        var facts = Enumerable.Range(0, segments.Length).Select(i => SegmentFacts.Read(bytes.AsSpan(i * SegmentFacts.FactsBytes))).ToArray();
        for (var i = 0; i < segments.Length; i++)
        {
            if (facts[i].Number != segments[i].Header.Number || !facts[i].Fit(segments[i].File)) return false;
            if (i + 1 < segments.Length && !IsFollowed(segments[i], facts[i], segments[i + 1])) return false;
        }

        var landmarks = file.ReadAll<long>(IndexSection.Landmarks);
        var at = 0;
        for (var i = 0; i < segments.Length; i++)
        {
            segments[i].Extend(facts[i].End, [.. Enumerable.Range(at, facts[i].Landmarks).Select(each => (landmarks[2 * each], landmarks[(2 * each) + 1]))]);
            at += facts[i].Landmarks;
        }

        return true;
    }

    private static bool IsFollowed(Segment segment, in SegmentFacts facts, Segment next) =>
        next.Header.FirstBatch == (segment.Header.IsCompacted ? segment.Header.BatchAfter : facts.End.NextBatch) && next.Header.PositionBefore >= facts.End.LastPosition;
}
