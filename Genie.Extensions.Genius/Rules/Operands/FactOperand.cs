using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>A derived fact, or what it says: <c>window("minutes").count</c>, <c>pattern("silent")</c>, <c>geofence("yards").change</c>, <c>rule("fast")</c>. A rule that names one is tried with facts, not with events.</summary>
/// <param name="Source">What derives it.</param>
/// <param name="Name">The definition's or the rule's name.</param>
/// <param name="Field">What it says, see <see cref="FieldsOf"/>; null: that it is there.</param>
public sealed record FactOperand(FactSource Source, string Name, string? Field = null) : Operand
{
    private static readonly Dictionary<string, AttributeKind> Windows = new(StringComparer.Ordinal)
    {
        ["count"] = AttributeKind.Number,
        ["sum"] = AttributeKind.Number,
        ["min"] = AttributeKind.Number,
        ["max"] = AttributeKind.Number,
        ["average"] = AttributeKind.Number,
        ["distinct"] = AttributeKind.Number,
        ["revision"] = AttributeKind.Number,
        ["top"] = AttributeKind.Text,
    };

    private static readonly Dictionary<string, AttributeKind> Patterns = new(StringComparer.Ordinal) { ["seconds"] = AttributeKind.Number };

    private static readonly Dictionary<string, AttributeKind> Geofences = new(StringComparer.Ordinal) { ["fence"] = AttributeKind.Text, ["change"] = AttributeKind.Text, ["seconds"] = AttributeKind.Number };

    private static readonly Dictionary<string, AttributeKind> Nothing = [];

    /// <summary>What the field <c>change</c> of a geofence may say.</summary>
    internal static IReadOnlyList<string> Changes { get; } = ["entered", "dwelled", "left", "crossed"];

    /// <summary>The definition's or the rule's name.</summary>
    /// <exception cref="ArgumentException">It is empty.</exception>
    public string Name { get; init; } = string.IsNullOrEmpty(Name) ? throw new ArgumentException("A fact is of a definition or a rule, which has a name.", nameof(Name)) : Name;

    /// <summary>What it says.</summary>
    /// <exception cref="ArgumentException">Facts of this source say no such thing.</exception>
    public string? Field { get; init; } = Field is null || FieldsOf(Source).ContainsKey(Field)
        ? Field
        : throw new ArgumentException($"A fact of a {Source} has no '{Field}'; it has {(FieldsOf(Source).Count == 0 ? "nothing" : string.Join(", ", FieldsOf(Source).Keys))}.", nameof(Field));

    /// <summary>What facts of a source say, and of which type it is.</summary>
    public static IReadOnlyDictionary<string, AttributeKind> FieldsOf(FactSource source) => source switch
    {
        FactSource.Window => Windows,
        FactSource.Pattern => Patterns,
        FactSource.Geofence => Geofences,
        _ => Nothing,
    };

    /// <summary>The type of the field; null: it is asked whether the fact is there.</summary>
    internal AttributeKind? Kind => Field is null ? null : FieldsOf(Source)[Field];
}
