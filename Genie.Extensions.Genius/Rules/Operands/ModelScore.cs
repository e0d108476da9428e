using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>The score that a model of the host gives an event: <c>model("fraud.onnx", value, attributes.speed) > 0.8</c>. An event that lacks a feature has none.</summary>
/// <param name="Model">The model's name, as the host's <see cref="Resources.RuleResources"/> have it.</param>
/// <param name="Features">What the model is given, in its order: an event's value, latitude or longitude, attributes, columns of reference tables, numbers of facts. True is 1, false 0; a text is none.</param>
public sealed record ModelScore(string Model, IReadOnlyList<Operand> Features) : Operand
{
    /// <summary>The most features that a model takes.</summary>
    public const int FeaturesMax = 256;

    /// <summary>The model's name.</summary>
    /// <exception cref="ArgumentException">It is empty.</exception>
    public string Model { get; init; } = string.IsNullOrEmpty(Model) ? throw new ArgumentException("A model needs a name.", nameof(Model)) : Model;

    /// <summary>What the model is given.</summary>
    /// <exception cref="ArgumentException">There are none, more than <see cref="FeaturesMax"/>, or some that are no numbers.</exception>
    public IReadOnlyList<Operand> Features { get; init; } = Checked(Features);

    /// <summary>True for the same model of the same features.</summary>
    public bool Equals(ModelScore? other) => other is not null && Model == other.Model && Features.SequenceEqual(other.Features);

    /// <inheritdoc/>
    public override int GetHashCode() => Features.Aggregate(StringComparer.Ordinal.GetHashCode(Model), HashCode.Combine);

    private static IReadOnlyList<Operand> Checked(IReadOnlyList<Operand> features)
    {
        ArgumentNullException.ThrowIfNull(features);
        if (features.Count is 0 or > FeaturesMax) throw new ArgumentException($"A model takes 1 to {FeaturesMax} features, not {features.Count}.", nameof(features));
        return features.All(IsFeature) ? features : throw new ArgumentException("A feature is an event's value, latitude, longitude or attribute, a column of a reference table, or a number of a fact.", nameof(features));
    }

    private static bool IsFeature(Operand operand) => operand is AttributeOperand or TableColumn or FactOperand { Kind: AttributeKind.Number } or FieldOperand { Field: EventField.Value or EventField.Latitude or EventField.Longitude };
}
