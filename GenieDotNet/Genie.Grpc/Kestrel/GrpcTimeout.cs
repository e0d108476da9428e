using System.Globalization;

namespace Genie.Grpc.Kestrel;

/// <summary>The header <c>grpc-timeout</c>: up to eight digits and a unit (Timeout in doc/PROTOCOL-HTTP2.md).</summary>
internal static class GrpcTimeout
{
    private const int DigitsMax = 8;
    private const double NanosecondsPerTick = 100;

    /// <summary>Reads it; false for anything else.</summary>
    public static bool TryParse(string text, out TimeSpan timeout)
    {
        timeout = default;
        if (text.Length is < 2 or > DigitsMax + 1) return false;
        if (!int.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var value)) return false;
        var unit = text[^1] switch
        {
            'H' => TimeSpan.TicksPerHour,
            'M' => TimeSpan.TicksPerMinute,
            'S' => TimeSpan.TicksPerSecond,
            'm' => TimeSpan.TicksPerMillisecond,
            'u' => TimeSpan.TicksPerMicrosecond,
            'n' => 1 / NanosecondsPerTick,
            _ => 0,
        };

        // 99,999,999 hours fit; what is shorter than a tick has passed already.
        timeout = TimeSpan.FromTicks((long)(value * unit));
        return unit > 0;
    }
}
