using System.Globalization;

namespace Genie.Extensions.Genius.Events;

/// <summary>A text, a finite number, or true or false. The default is the empty text.</summary>
public readonly record struct AttributeValue
{
    private readonly string? _text;
    private readonly double _number;

    private AttributeValue(AttributeKind kind, string? text, double number) => (Kind, _text, _number) = (kind, text, number);

    /// <summary>What it is.</summary>
    public AttributeKind Kind { get; }

    /// <summary>The text; empty where it is none.</summary>
    public string Text => _text ?? "";

    /// <summary>The number; 0 where it is none.</summary>
    public double Number => Kind == AttributeKind.Number ? _number : 0;

    /// <summary>True if it is <c>true</c>.</summary>
    public bool IsTrue => Kind == AttributeKind.Boolean && _number != 0;

    /// <summary>A text.</summary>
    public static AttributeValue Of(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return new AttributeValue(AttributeKind.Text, text.Length == 0 ? null : text, 0);
    }

    /// <summary>A number.</summary>
    /// <exception cref="ArgumentException">It is not finite.</exception>
    public static AttributeValue Of(double number) =>
        double.IsFinite(number) ? new AttributeValue(AttributeKind.Number, null, number) : throw new ArgumentException($"A number is expected, not {number}.", nameof(number));

    /// <summary>True or false.</summary>
    public static AttributeValue Of(bool value) => new(AttributeKind.Boolean, null, value ? 1 : 0);

    /// <summary>A text.</summary>
    public static implicit operator AttributeValue(string text) => Of(text);

    /// <summary>A number.</summary>
    /// <exception cref="ArgumentException">It is not finite.</exception>
    public static implicit operator AttributeValue(double number) => Of(number);

    /// <summary>True or false.</summary>
    public static implicit operator AttributeValue(bool value) => Of(value);

    /// <summary>A text.</summary>
    public static AttributeValue FromString(string text) => Of(text);

    /// <summary>A number.</summary>
    public static AttributeValue FromDouble(double number) => Of(number);

    /// <summary>True or false.</summary>
    public static AttributeValue FromBoolean(bool value) => Of(value);

    /// <summary>It, as it is read: a text without quotes.</summary>
    public override string ToString() => Kind switch
    {
        AttributeKind.Text => Text,
        AttributeKind.Number => _number.ToString("R", CultureInfo.InvariantCulture),
        _ => IsTrue ? "true" : "false",
    };
}
