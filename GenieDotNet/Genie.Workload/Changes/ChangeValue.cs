using System.Globalization;
using Google.Protobuf;

namespace Genie.Workload.Changes;

/// <summary>A value before or after a change, held without boxing.</summary>
public readonly struct ChangeValue : IEquatable<ChangeValue>
{
    private readonly object? _reference;
    private readonly long _bits;

    private ChangeValue(ValueKind kind, long bits, object? reference)
    {
        Kind = kind;
        _bits = bits;
        _reference = reference;
    }

    /// <summary>Nothing there.</summary>
    public static ChangeValue Absent => default;

    /// <summary>A message, whose fields have paths of their own.</summary>
    public static ChangeValue Message => new(ValueKind.Message, 0, null);

    /// <summary>What kind of value it is, which says which of the other properties may be read.</summary>
    public ValueKind Kind { get; }

    /// <summary>The value of <see cref="ValueKind.Boolean"/>.</summary>
    public bool Boolean => _bits != 0;

    /// <summary>The value of <see cref="ValueKind.WholeNumber"/>.</summary>
    public long WholeNumber => _bits;

    /// <summary>The value of <see cref="ValueKind.Real"/>.</summary>
    public double Real => BitConverter.Int64BitsToDouble(_bits);

    /// <summary>The value of <see cref="ValueKind.Text"/> and <see cref="ValueKind.Enumeration"/>.</summary>
    public string Text => (string?)_reference ?? "";

    /// <summary>The value of <see cref="ValueKind.Bytes"/>.</summary>
    public ReadOnlyMemory<byte> Bytes => ((ByteString?)_reference)?.Memory ?? default;

    /// <summary>A boolean.</summary>
    public static ChangeValue Of(bool value) => new(ValueKind.Boolean, value ? 1 : 0, null);

    /// <summary>A whole number.</summary>
    public static ChangeValue Of(long value) => new(ValueKind.WholeNumber, value, null);

    /// <summary>A whole number without a sign.</summary>
    public static ChangeValue Of(ulong value) =>
        value <= long.MaxValue ? Of((long)value) : Of(value.ToString(CultureInfo.InvariantCulture));

    /// <summary>A real number.</summary>
    public static ChangeValue Of(double value) => new(ValueKind.Real, BitConverter.DoubleToInt64Bits(value), null);

    /// <summary>A string.</summary>
    public static ChangeValue Of(string value) => new(ValueKind.Text, 0, value);

    /// <summary>Bytes.</summary>
    public static ChangeValue Of(ByteString value) => new(ValueKind.Bytes, 0, value);

    /// <summary>An enumeration's value.</summary>
    public static ChangeValue OfEnumeration(string name) => new(ValueKind.Enumeration, 0, name);

    /// <summary>True if kind and value are the same, real numbers bit by bit.</summary>
    public static bool operator ==(ChangeValue left, ChangeValue right) => left.Equals(right);

    /// <summary>True if kind or value differ.</summary>
    public static bool operator !=(ChangeValue left, ChangeValue right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(ChangeValue other) => Kind == other.Kind && _bits == other._bits && Equals(_reference, other._reference);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is ChangeValue other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Kind, _bits, _reference);

    /// <inheritdoc/>
    public override string ToString() => Kind switch
    {
        ValueKind.Absent => "(absent)",
        ValueKind.Message => "{...}",
        ValueKind.Boolean => Boolean ? "true" : "false",
        ValueKind.WholeNumber => WholeNumber.ToString(CultureInfo.InvariantCulture),
        ValueKind.Real => Real.ToString("R", CultureInfo.InvariantCulture),
        ValueKind.Bytes => Convert.ToHexStringLower(Bytes.Span),
        _ => Text,
    };
}
