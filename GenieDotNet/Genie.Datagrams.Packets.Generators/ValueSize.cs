namespace Genie.Datagrams.Packets.Generators;

/// <summary>The fewest and the most bits of a value, as C# expressions.</summary>
internal static class ValueSize
{
    public static string Min(ValueModel value) => value switch
    {
        { IsOptional: true } or { Kind: ValueKind.Own or ValueKind.Boolean } => "1L",
        { Kind: ValueKind.Packet } => $"{Literals.Content}.MinBits<{value.Type}>()",
        _ => $"{Fixed(value)}L",
    };

    public static string Max(ValueModel value)
    {
        if (value.IsOptional) return $"(1L + {Max(value with { IsOptional = false })})";
        return value.Kind switch
        {
            ValueKind.Text => $"{Fixed(value) + (8L * value.Limit)}L",
            ValueKind.Packet => $"{Literals.Content}.MaxBits<{value.Type}>()",
            ValueKind.Own => $"{Literals.Content}.MaxBits<{value.Serializer}, {value.Type}>()",
            ValueKind.List => $"({Fixed(value)}L + ({value.Limit}L * {Capped(Max(value.Element!))}))",
            _ => $"{Fixed(value)}L",
        };
    }

    /// <summary>Sums beyond this stand for all that is larger, so that none overflows.</summary>
    public static string Capped(string bits) => $"global::System.Math.Min({Literals.Content}.UnboundedBits, {bits})";

    // What does not depend on the value: of texts and lists, the length.
    private static int Fixed(ValueModel value) => value.Kind switch
    {
        ValueKind.Boolean => 1,
        ValueKind.Integer or ValueKind.Enum => Literals.BitsOf(value.Max - value.Min),
        ValueKind.Single => 32,
        ValueKind.Double => 64,
        ValueKind.Quantized => Literals.BitsOf(value.Steps),
        ValueKind.Text or ValueKind.List => Literals.BitsOf(value.Limit),
        _ => 0,
    };
}
