namespace Genie.Workload.Changes;

/// <summary>
/// One step of a path. Steps are kept as they are while two messages are walked and become text only where something
/// changed: most steps never do.
/// </summary>
internal readonly struct PathSegment
{
    private PathSegment(byte[]? field, string? key, long number)
    {
        Field = field;
        Key = key;
        Number = number;
    }

    /// <summary>A field's name in UTF-8, or null.</summary>
    public byte[]? Field { get; }

    /// <summary>The key of an element or an entry, or null.</summary>
    public string? Key { get; }

    /// <summary>The position of an element, or its number where its key is one.</summary>
    public long Number { get; }

    public static PathSegment OfField(byte[] name) => new(name, null, 0);

    public static PathSegment OfKey(string key) => new(null, key, 0);

    public static PathSegment OfNumber(long number) => new(null, null, number);
}
