using System.Buffers;
using System.Text;

namespace Genie.Workload.Changes;

/// <summary>
/// The changed paths of one comparison. Meant to be kept and used again: after some comparisons nothing is allocated
/// any more. Not safe for concurrent callers.
/// </summary>
/// <remarks>
/// A path names fields as the .proto file does, joined by dots; an element stands in brackets, by its key or its position:
/// <c>addresses[home].coordinate.latitude</c>, <c>segments[2]</c>. In a key, <c>]</c> and <c>\</c> follow a <c>\</c>.
/// </remarks>
public sealed class ChangeList
{
    private readonly List<Entry> _entries = [];
    private readonly ArrayBufferWriter<byte> _paths = new(512);
    private PathSegment[] _segments = new PathSegment[8];
    private int _depth;
    private MissingSide _missing;

    private enum MissingSide
    {
        None,
        Before,
        After,
    }

    /// <summary>How many paths changed.</summary>
    public int Count => _entries.Count;

    /// <summary>The change number <paramref name="index"/>, in the order of the fields' numbers.</summary>
    public FieldChange this[int index] => _entries[index].Change;

    /// <summary>The path of change number <paramref name="index"/> in UTF-8, valid until <see cref="Clear"/>.</summary>
    public ReadOnlySpan<byte> PathUtf8(int index)
    {
        var entry = _entries[index];
        return _paths.WrittenSpan.Slice(entry.PathStart, entry.PathLength);
    }

    /// <summary>The path of change number <paramref name="index"/>.</summary>
    public string Path(int index) => Encoding.UTF8.GetString(PathUtf8(index));

    /// <summary>Clears it and keeps the memory.</summary>
    public void Clear()
    {
        _entries.Clear();
        _paths.ResetWrittenCount();
        _depth = 0;
        _missing = MissingSide.None;
    }

    internal void Enter(in PathSegment segment)
    {
        if (_depth == _segments.Length) Array.Resize(ref _segments, _depth * 2);
        _segments[_depth++] = segment;
    }

    internal void Leave() => _depth--;

    /// <summary>Records a whole message that appeared or disappeared; then what it holds, as against an empty one.</summary>
    internal void RecordMessage<T>(MessageComparer<T> comparer, T? before, T? after)
        where T : class, Google.Protobuf.IMessage<T>
    {
        Record(before is null ? ChangeValue.Absent : ChangeValue.Message, after is null ? ChangeValue.Absent : ChangeValue.Message);
        var outer = _missing;
        _missing = before is null ? MissingSide.Before : MissingSide.After;
        comparer.Compare(before ?? MessageComparer<T>.Empty, after ?? MessageComparer<T>.Empty, this);
        _missing = outer;
    }

    internal void Record(ChangeValue before, ChangeValue after)
    {
        // Inside a message that appeared, a field's default value was not there before either.
        if (_missing == MissingSide.Before) before = ChangeValue.Absent;
        if (_missing == MissingSide.After) after = ChangeValue.Absent;
        var kind = before.Kind == ValueKind.Absent ? ChangeKind.Added : after.Kind == ValueKind.Absent ? ChangeKind.Removed : ChangeKind.Changed;
        var start = _paths.WrittenCount;
        for (var i = 0; i < _depth; i++) Write(_segments[i], first: i == 0);
        _entries.Add(new Entry(new FieldChange(kind, before, after), start, _paths.WrittenCount - start));
    }

    private void Write(in PathSegment segment, bool first)
    {
        if (segment.Field is { } field)
        {
            if (!first) _paths.Write("."u8);
            _paths.Write(field);
            return;
        }

        _paths.Write("["u8);
        if (segment.Key is { } key) WriteKey(key);
        else WriteNumber(segment.Number);
        _paths.Write("]"u8);
    }

    private void WriteKey(string key)
    {
        if (key.AsSpan().ContainsAny(']', '\\'))
            key = key.Replace(@"\", @"\\", StringComparison.Ordinal).Replace("]", @"\]", StringComparison.Ordinal);
        var written = Encoding.UTF8.GetBytes(key, _paths.GetSpan(Encoding.UTF8.GetMaxByteCount(key.Length)));
        _paths.Advance(written);
    }

    private void WriteNumber(long number)
    {
        const int DigitsMax = 20;
        number.TryFormat(_paths.GetSpan(DigitsMax), out var written, provider: System.Globalization.CultureInfo.InvariantCulture);
        _paths.Advance(written);
    }

    private readonly record struct Entry(FieldChange Change, int PathStart, int PathLength);
}
