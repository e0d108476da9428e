using Microsoft.CodeAnalysis;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>What is allowed of a member and how it is written then, the same for attributes and for XML.</summary>
/// <param name="settings">What the member says.</param>
/// <param name="report">Takes mistakes, with the arguments that follow the member's name.</param>
internal sealed class ValueRules(MemberSettings settings, Action<DiagnosticDescriptor, string[]> report)
{
    private const int LimitMax = ushort.MaxValue;
    private const int SingleMantissaBits = 23;
    private const int DoubleMantissaBits = 52;

    /// <summary>The whole numbers of C#.</summary>
    public static readonly IReadOnlyDictionary<string, (decimal Min, decimal Max)> Integers = new Dictionary<string, (decimal, decimal)>
    {
        ["byte"] = (byte.MinValue, byte.MaxValue),
        ["sbyte"] = (sbyte.MinValue, sbyte.MaxValue),
        ["short"] = (short.MinValue, short.MaxValue),
        ["ushort"] = (ushort.MinValue, ushort.MaxValue),
        ["int"] = (int.MinValue, int.MaxValue),
        ["uint"] = (uint.MinValue, uint.MaxValue),
        ["long"] = (long.MinValue, long.MaxValue),
        ["ulong"] = (ulong.MinValue, ulong.MaxValue),
    };

    /// <summary>A value of a type that C# has a keyword for; null after a mistake.</summary>
    public ValueModel? OfKeyword(string keyword) => keyword switch
    {
        "bool" => new(ValueKind.Boolean, keyword),
        "string" => Text(),
        "float" => Float(keyword, ValueKind.Single, SingleMantissaBits),
        "double" => Float(keyword, ValueKind.Double, DoubleMantissaBits),
        _ when Integers.ContainsKey(keyword) => Integer(keyword),
        _ => Report(Mistakes.UnsupportedType, keyword),
    };

    /// <summary>A value of an enumeration; null after a mistake.</summary>
    public ValueModel? Enumeration(string type, string underlying, bool isFlags, IReadOnlyCollection<decimal> values)
    {
        if (values.Count == 0) return Report(Mistakes.EmptyEnum, type);
        var (min, max) = (values.Min(), values.Max());
        if (isFlags && min >= 0)
        {
            var mask = values.Aggregate(0UL, (bits, value) => bits | (ulong)value);
            return new(ValueKind.Enum, type) { Max = Math.Max(1, mask), Flags = (mask & (mask + 1)) == 0 && mask > 0 ? null : mask };
        }

        var distinct = values.Distinct().OrderBy(value => value).ToList();
        var hasGaps = max - min + 1 > distinct.Count;

        // One bit at least: what takes none has no bound in an array.
        if (min == max) (min, max, hasGaps) = max < Integers[underlying].Max ? (min, max + 1, true) : (min - 1, max, true);
        return new(ValueKind.Enum, type) { Min = min, Max = max, Declared = new(hasGaps ? distinct : []) };
    }

    /// <summary>A list of elements; null after a mistake.</summary>
    public ValueModel? List(string type, string? listType, bool hasLength, ValueModel? element)
    {
        if (settings.MaxCount is null or < 1 or > LimitMax) return Report(Mistakes.UnboundedList);
        return element is null ? null : new(ValueKind.List, type) { Element = element, Limit = settings.MaxCount.Value, ListType = listType, HasLength = hasLength };
    }

    /// <summary>Settings that say nothing about such a value.</summary>
    public void CheckUnused(ValueModel value)
    {
        if (settings.HasRange && value.Innermost.Kind is not (ValueKind.Integer or ValueKind.Single or ValueKind.Double or ValueKind.Quantized)) Report(Mistakes.NoNumber);
        if (settings.MaxBytes is not null && value.Innermost.Kind != ValueKind.Text) Report(Mistakes.UnusedBound, "MaxBytes", "strings");
        if (settings.MaxCount is not null && value.Kind != ValueKind.List) Report(Mistakes.UnusedBound, "MaxCount", "arrays and lists");
    }

    private ValueModel? Text() =>
        settings.MaxBytes is null or < 1 or > LimitMax ? Report(Mistakes.UnboundedText) : new(ValueKind.Text, "string") { Limit = settings.MaxBytes.Value };

    private ValueModel? Integer(string keyword)
    {
        var (min, max) = Integers[keyword];
        if (settings.Precision is not null) return Report(Mistakes.NotQuantized);
        if (settings is { Min: null, Max: null }) return new(ValueKind.Integer, keyword) { Min = min, Max = max };
        if (settings.Min is not { } from || settings.Max is not { } to) return Report(Mistakes.HalfRange);
        if (!(from < to)) return Report(Mistakes.EmptyRange);
        if (!IsWithin(from, min, max) || !IsWithin(to, min, max)) return Report(Mistakes.WrongBounds, keyword);
        return new(ValueKind.Integer, keyword) { Min = (decimal)from, Max = (decimal)to };
    }

    private ValueModel? Float(string keyword, ValueKind exact, int mantissaBits)
    {
        if (!settings.HasRange) return new(exact, keyword);
        if (settings is { Min: null, Max: not null } or { Min: not null, Max: null }) return Report(Mistakes.HalfRange);
        if (settings.Min is not { } from || settings.Max is not { } to || settings.Precision is not { } precision) return Report(Mistakes.NotQuantized);
        var range = to - from;
        if (!(range > 0) || double.IsInfinity(range) || (exact == ValueKind.Single && Math.Max(Math.Abs(from), Math.Abs(to)) > float.MaxValue)) return Report(Mistakes.EmptyRange);
        var steps = Math.Ceiling(range / precision);

        // The type must tell one step from the next, or what was read would be another step when it is written again.
        var resolution = Math.Pow(2, Math.Floor(Math.Log(Math.Max(Math.Abs(from), Math.Abs(to)), 2)) - mantissaBits);
        if (!(precision > 0) || precision > range || steps > 1L << DoubleMantissaBits || range / steps < 2 * resolution) return Report(Mistakes.WrongPrecision, keyword);
        return new(ValueKind.Quantized, keyword) { From = from, To = to, Steps = (ulong)steps };
    }

    // Beyond 2^53 a double is no longer the number that was written.
    private static bool IsWithin(double bound, decimal min, decimal max) =>
        bound == Math.Floor(bound) && Math.Abs(bound) <= 1L << (DoubleMantissaBits + 1) && (decimal)bound >= min && (decimal)bound <= max;

    private ValueModel? Report(DiagnosticDescriptor mistake, params string[] arguments)
    {
        report(mistake, arguments);
        return null;
    }
}
