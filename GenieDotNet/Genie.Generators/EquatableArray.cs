using System.Collections;
using System.Collections.Immutable;

namespace Genie.Generators;

/// <summary>An array that is equal to another with equal elements, by which an incremental generator sees that nothing changed.</summary>
internal readonly struct EquatableArray<T>(IEnumerable<T> items) : IEquatable<EquatableArray<T>>, IEnumerable<T> where T : IEquatable<T>
{
    private readonly ImmutableArray<T> _items = [.. items];

    public int Count => _items.IsDefault ? 0 : _items.Length;

    public bool Equals(EquatableArray<T> other) => this.SequenceEqual(other);

    public override bool Equals(object? obj) => obj is EquatableArray<T> other && Equals(other);

    public override int GetHashCode() => this.Aggregate(17, (hash, item) => unchecked((hash * 31) + item.GetHashCode()));

    public IEnumerator<T> GetEnumerator() => (_items.IsDefault ? [] : _items).AsEnumerable().GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
