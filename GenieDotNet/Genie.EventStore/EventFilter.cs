namespace Genie.EventStore;

/// <summary>Which of all events somebody wants. The default has all but those of streams whose names begin with <c>$</c>: these are the library's own.</summary>
public sealed record EventFilter
{
    /// <summary>What ends a category in a stream's name: <c>party/17</c> is of the category <c>party</c>.</summary>
    public const char CategoryEnd = '/';

    /// <summary>What the names of the library's own streams begin with.</summary>
    public const char SystemPrefix = '$';

    /// <summary>Every event but those of the library's own streams.</summary>
    public static EventFilter Default { get; } = new();

    /// <summary>The category that streams must be of; null: any but the library's own.</summary>
    public string? Category { get; init; }

    /// <summary>The types that events must have one of; empty: any.</summary>
    public IReadOnlyCollection<string> Types { get; init; } = [];

    /// <summary>The category of a stream: its name up to the first <see cref="CategoryEnd"/>, or all of it.</summary>
    public static ReadOnlySpan<char> CategoryOf(string stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var end = stream.IndexOf(CategoryEnd, StringComparison.Ordinal);
        return end < 0 ? stream : stream.AsSpan(0, end);
    }

    /// <summary>True if the event is wanted.</summary>
    public bool Matches(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        return MatchesStream(recorded.Stream) && (Types.Count == 0 || Types.Contains(recorded.Type));
    }

    /// <summary>Those of a sequence that are wanted.</summary>
    internal async IAsyncEnumerable<RecordedEvent> Select(IAsyncEnumerable<RecordedEvent> events)
    {
        await foreach (var each in events.ConfigureAwait(false))
        {
            if (Matches(each)) yield return each;
        }
    }

    private bool MatchesStream(string stream) =>
        Category is null ? !stream.StartsWith(SystemPrefix) : CategoryOf(stream).SequenceEqual(Category);
}
