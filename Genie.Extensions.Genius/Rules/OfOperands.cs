using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Events of which one operand stands to another as said: <c>attributes.speed &gt; lookup("fleet", key).limit</c>. Where one is not there, or they are of different types, they stand to each other in no way.</summary>
/// <param name="Operand">What is compared: an attribute, a column of a reference table, what a fact says, or a field of the event.</param>
/// <param name="Comparison">How it stands to the bound; of texts and booleans only <see cref="Comparison.Equal"/>.</param>
/// <param name="Bound">What it is compared with; the same.</param>
public sealed record OfOperands(Operand Operand, Comparison Comparison, Operand Bound) : Condition
{
    /// <summary>What is compared.</summary>
    /// <exception cref="ArgumentException">It is a row or a score, which has no value of its own.</exception>
    public Operand Operand { get; init; } = Checked(Operand);

    /// <summary>What it is compared with.</summary>
    /// <exception cref="ArgumentException">It is a row or a score, which has no value of its own, or of another type, or no number where the comparison needs one.</exception>
    public Operand Bound { get; init; } = WhyNot(Operand, Comparison, Checked(Bound)) is { } reason ? throw new ArgumentException(reason, nameof(Bound)) : Bound;

    /// <summary>Why two operands are not compared so; null: they may be.</summary>
    internal static string? WhyNot(Operand operand, Comparison comparison, Operand bound)
    {
        var (kind, other) = (KindOf(operand), KindOf(bound));
        if (kind is not null && other is not null && kind != other) return $"a {kind} is compared with a {other} here; they are never equal.";
        var isText = (kind ?? other) is AttributeKind.Text or AttributeKind.Boolean;
        return isText && comparison != Comparison.Equal ? "texts are compared by == and != only." : null;
    }

    /// <summary>True for what has a value that can be compared.</summary>
    internal static bool IsComparable(Operand operand) => operand is AttributeOperand or TableColumn or FieldOperand or FactOperand { Field: not null };

    private static Operand Checked(Operand operand)
    {
        ArgumentNullException.ThrowIfNull(operand);
        return IsComparable(operand) ? operand : throw new ArgumentException("An attribute, a column of a table, what a fact says, or a field of the event is compared with another one.", nameof(operand));
    }

    // Attributes and columns are what the event and the table have.
    private static AttributeKind? KindOf(Operand operand) => operand switch
    {
        FieldOperand { Field: EventField.Kind or EventField.Key } => AttributeKind.Text,
        FieldOperand => AttributeKind.Number,
        FactOperand fact => fact.Kind,
        _ => null,
    };
}
