using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>What a model is given of an event: an operand, or one of its fields.</summary>
internal readonly struct ModelFeature
{
    private readonly OperandSymbol? _operand;
    private readonly EventField _field;

    public ModelFeature(OperandSymbol operand) => _operand = operand;

    public ModelFeature(EventField field) => _field = field;

    /// <summary>What any event that has the feature is filed under; null: every event has it.</summary>
    public int? Presence => _operand?.Presence;

    /// <summary>Not a number where an event lacks it.</summary>
    public double Of(EventFacts facts)
    {
        if (_operand is { } operand) return facts.Operands.FeatureOf(operand.Slot);
        if (_field == EventField.Value) return facts.Value;
        if (!facts.Place.IsValid) return double.NaN;
        return _field == EventField.Latitude ? facts.Place.Latitude : facts.Place.Longitude;
    }
}
