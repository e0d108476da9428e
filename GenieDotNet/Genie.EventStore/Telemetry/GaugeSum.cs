using System.Collections.Concurrent;

namespace Genie.Telemetry;

/// <summary>A figure that is the sum over everything of a kind that is open now. It is asked for when somebody listens, and then only.</summary>
internal sealed class GaugeSum
{
    private readonly ConcurrentDictionary<object, Func<long>> _parts = new(ReferenceEqualityComparer.Instance);

    /// <summary>Counts an owner's figure in, until <see cref="Remove"/>.</summary>
    public void Add(object owner, Func<long> read) => _parts[owner] = read;

    /// <summary>Counts it no more.</summary>
    public void Remove(object owner) => _parts.TryRemove(owner, out _);

    /// <summary>The sum now.</summary>
    public long Read() => _parts.Values.Sum(read => read());
}
