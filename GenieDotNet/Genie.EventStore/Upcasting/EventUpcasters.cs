namespace Genie.EventStore.Upcasting;

/// <summary>
/// How events that were written by earlier releases become what this one reads: a step from a type to its successor, by the content.
/// Steps are followed to the last: <c>Paid</c> to <c>Paid.2</c> to <c>Paid.3</c>. What is stored is never changed.
/// </summary>
public sealed class EventUpcasters
{
    private readonly Dictionary<string, (string To, Func<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>> Convert)> _steps = new(StringComparer.Ordinal);

    /// <summary>Adds a step.</summary>
    /// <param name="fromType">The type that is read.</param>
    /// <param name="toType">The type that it becomes.</param>
    /// <param name="convert">Makes the new content of the old one; what it throws, the reader gets.</param>
    /// <returns>The same, for further steps.</returns>
    /// <exception cref="ArgumentException">The type has a step already, or the steps would go round.</exception>
    public EventUpcasters Add(string fromType, string toType, Func<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>> convert)
    {
        ArgumentNullException.ThrowIfNull(convert);
        if (_steps.ContainsKey(fromType)) throw new ArgumentException($"'{fromType}' has a step already.", nameof(fromType));
        for (var type = toType; ; type = _steps[type].To)
        {
            if (type == fromType) throw new ArgumentException($"The steps from '{fromType}' would lead back to it.", nameof(toType));
            if (!_steps.ContainsKey(type)) break;
        }

        _steps.Add(fromType, (toType, convert));
        return this;
    }

    /// <summary>The event as this release reads it; itself where its type has no step.</summary>
    public RecordedEvent Upcast(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        var (type, payload) = (recorded.Type, recorded.Payload);
        while (_steps.TryGetValue(type, out var step)) (type, payload) = (step.To, step.Convert(payload));
        return type == recorded.Type ? recorded : recorded with { Type = type, Payload = payload };
    }

    /// <summary>The types that become one of these, and these.</summary>
    internal IReadOnlyCollection<string> SourcesOf(IReadOnlyCollection<string> types)
    {
        var sources = new HashSet<string>(types, StringComparer.Ordinal);
        while (true)
        {
            var before = sources.Count;
            foreach (var (from, step) in _steps)
            {
                if (sources.Contains(step.To)) sources.Add(from);
            }

            if (sources.Count == before) return sources;
        }
    }
}
