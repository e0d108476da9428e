using System.Globalization;

namespace Genie.Relay.Proxying;

/// <summary>The header <c>grpc-timeout</c>. Source: gRPC over HTTP2, "Timeout".</summary>
internal static class GrpcTimeout
{
    /// <summary>The header's name.</summary>
    public const string Header = "grpc-timeout";

    private const int DigitsMax = 8;
    private const long ValueMax = 99_999_999;

    /// <summary>Reads it; null where it is none.</summary>
    public static TimeSpan? Parse(ReadOnlySpan<char> text)
    {
        if (text.Length < 2 || text.Length > DigitsMax + 1) return null;
        if (!long.TryParse(text[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var value)) return null;
        return text[^1] switch
        {
            'n' => TimeSpan.FromTicks(value / 100),
            'u' => TimeSpan.FromMicroseconds(value),
            'm' => TimeSpan.FromMilliseconds(value),
            'S' => TimeSpan.FromSeconds(value),
            'M' => TimeSpan.FromMinutes(value),
            'H' => TimeSpan.FromHours(value),
            _ => null,
        };
    }

    /// <summary>Writes it, in the finest unit that its eight digits allow.</summary>
    public static string Format(TimeSpan time)
    {
        var microseconds = Math.Max(0, (long)time.TotalMicroseconds);
        if (microseconds <= ValueMax) return string.Create(CultureInfo.InvariantCulture, $"{microseconds}u");
        return microseconds / 1000 <= ValueMax
            ? string.Create(CultureInfo.InvariantCulture, $"{microseconds / 1000}m")
            : string.Create(CultureInfo.InvariantCulture, $"{Math.Min(ValueMax, microseconds / 1_000_000)}S");
    }
}
