using System.Globalization;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>Operands in texts of rules.</summary>
internal static class OperandTexts
{
    public static string Format(Operand operand) => operand switch
    {
        AttributeOperand attribute => "attributes." + attribute.Attribute,
        FieldOperand field => Format(field.Field),
        TableRow row => $"{Format(row.Key)} in table({RuleFormatter.Quote(row.Table)})",
        TableColumn column => $"lookup({RuleFormatter.Quote(column.Table)}, {Format(column.Key)}).{column.Column}",
        FactOperand fact => RuleFacts.Format(fact),
        ModelScore score => $"model({RuleFormatter.Quote(score.Model)}, {string.Join(", ", score.Features.Select(Format))})",
        _ => throw new InvalidOperationException($"{operand.GetType().Name} has no text."),
    };

    public static string Format(AttributeValue value) => value.Kind == AttributeKind.Text ? RuleFormatter.Quote(value.Text) : value.ToString();

    /// <summary>What an event or a fact has there, for a sentence.</summary>
    public static string Seen(Operand operand, RuleView view)
    {
        if (operand is TableRow row) return $"{Seen(row.Key, view)}; the table {(RowOf(row.Table, row.Key, view) is null ? "has it not" : "has it")}";
        if (operand is ModelScore score) return Seen(score, view);
        if (operand is FactOperand fact) return FactTexts.Seen(fact, view);
        return ValueOf(operand, view) is { } seen ? $"{Format(operand)} is {Format(seen)}" : $"{Format(operand)} is not there";
    }

    private static string Seen(ModelScore score, RuleView view)
    {
        var features = score.Features.Select(each => NumberOf(each, view)).ToArray();
        var lacking = score.Features.Where((_, i) => double.IsNaN(features[i])).Select(Format).ToList();
        if (lacking.Count > 0) return $"there is no score, since there is no number in {string.Join(", ", lacking)}";
        var seen = view.Resources?.ScoreOf(score, features) ?? double.NaN;
        var given = string.Join(", ", features.Select(static each => each.ToString("R", CultureInfo.InvariantCulture)));
        return double.IsNaN(seen) ? $"the model gives no score for {given}" : string.Create(CultureInfo.InvariantCulture, $"the score is {seen:R} for {given}");
    }

    // As the index gives it to models.
    private static double NumberOf(Operand operand, RuleView view) => (operand, Position.Of(view.Value.Place)) switch
    {
        (FieldOperand { Field: EventField.Value }, _) => view.Value.Value,
        (FieldOperand { Field: EventField.Latitude }, { IsValid: true } place) => place.Latitude,
        (FieldOperand { Field: EventField.Longitude }, { IsValid: true } place) => place.Longitude,
        _ => ValueOf(operand, view) switch
        {
            { Kind: AttributeKind.Number } number => number.Number,
            { Kind: AttributeKind.Boolean } boolean => boolean.IsTrue ? 1 : 0,
            _ => double.NaN,
        },
    };

    private static AttributeValue? ValueOf(Operand operand, RuleView view) => operand switch
    {
        AttributeOperand attribute => ColumnOf(view.Value.Attributes, attribute.Attribute),
        FieldOperand { Field: EventField.Kind } => view.Value.Kind,
        FieldOperand { Field: EventField.Key } => view.Value.Key,
        FieldOperand { Field: EventField.Value } => view.Value.Value,
        TableColumn column => ColumnOf(RowOf(column.Table, column.Key, view), column.Column),
        FactOperand { Field: { } field } fact when view.IsOf(fact) => ColumnOf(view.Fact!.Fields, field),
        _ => default(AttributeValue?),
    };

    private static AttributeValue? ColumnOf(EventAttributes? row, string name) => row is not null && row.TryGet(name, out var found) ? found : default(AttributeValue?);

    private static EventAttributes? RowOf(string table, Operand key, RuleView view) =>
        ValueOf(key, view) is { Kind: AttributeKind.Text } text ? view.Resources?.FindTable(table)?.Find(text.Text) : null;

    private static string Format(EventField field) => field switch
    {
        EventField.Kind => "kind",
        EventField.Key => "key",
        EventField.Value => "value",
        EventField.Latitude => "place.latitude",
        _ => "place.longitude",
    };
}
