using System.Collections.Immutable;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Roles;

/// <summary>Which messages a leader lets the other observers receive. All of its parts must let a message pass.</summary>
public sealed class MessageFilter : IEquatable<MessageFilter>
{
    /// <summary>Kinds that pass; empty for all.</summary>
    public ImmutableSortedSet<string> Kinds { get; init; } = ImmutableSortedSet.Create<string>(StringComparer.Ordinal);

    /// <summary>Kinds that do not pass.</summary>
    public ImmutableSortedSet<string> RefusedKinds { get; init; } = ImmutableSortedSet.Create<string>(StringComparer.Ordinal);

    /// <summary>Keys that pass; empty for all.</summary>
    public ImmutableSortedSet<string> Keys { get; init; } = ImmutableSortedSet.Create<string>(StringComparer.Ordinal);

    /// <summary>The least value that passes. Default: none.</summary>
    public double? ValueMin { get; init; }

    /// <summary>The largest value that passes. Default: none.</summary>
    public double? ValueMax { get; init; }

    /// <summary>Lets everything pass.</summary>
    public static MessageFilter All { get; } = new();

    /// <summary>True if observers receive the message.</summary>
    public bool Passes(GeniusEvent message)
    {
        ArgumentNullException.ThrowIfNull(message);
        return (Kinds.IsEmpty || Kinds.Contains(message.Kind)) && !RefusedKinds.Contains(message.Kind) && (Keys.IsEmpty || Keys.Contains(message.Key))
            && !(message.Value < ValueMin) && !(message.Value > ValueMax);
    }

    /// <inheritdoc/>
    public bool Equals(MessageFilter? other) =>
        other is not null && Kinds.SetEquals(other.Kinds) && RefusedKinds.SetEquals(other.RefusedKinds) && Keys.SetEquals(other.Keys)
        && Nullable.Equals(ValueMin, other.ValueMin) && Nullable.Equals(ValueMax, other.ValueMax);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as MessageFilter);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Kinds.Count, RefusedKinds.Count, Keys.Count, ValueMin, ValueMax);

    internal static MessageFilter FromMessage(FilterTerms? terms) => terms is null ? All : new MessageFilter
    {
        Kinds = terms.Kinds.ToImmutableSortedSet(StringComparer.Ordinal),
        RefusedKinds = terms.RefusedKinds.ToImmutableSortedSet(StringComparer.Ordinal),
        Keys = terms.Keys.ToImmutableSortedSet(StringComparer.Ordinal),
        ValueMin = terms.HasValueMin ? terms.ValueMin : null,
        ValueMax = terms.HasValueMax ? terms.ValueMax : null,
    };

    internal FilterTerms ToMessage()
    {
        var terms = new FilterTerms { Kinds = { Kinds }, RefusedKinds = { RefusedKinds }, Keys = { Keys } };
        if (ValueMin is { } min) terms.ValueMin = min;
        if (ValueMax is { } max) terms.ValueMax = max;
        return terms;
    }
}
