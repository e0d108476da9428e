using System.Globalization;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>How long a request is worth handling: its caller's time-out, as the property <c>expiration</c>. The server drops a message that has waited in its queue
/// for so long, and the listener one that has waited with it.</summary>
internal static class RequestExpiry
{
    // The server takes an unsigned 32-bit number.
    private const double MillisecondsMax = uint.MaxValue;

    /// <summary>The property of a request.</summary>
    public static string TextOf(TimeSpan requestTimeout) => Math.Clamp(Math.Ceiling(requestTimeout.TotalMilliseconds), 1, MillisecondsMax).ToString("0", CultureInfo.InvariantCulture);

    /// <summary>When a request that has just come is nobody's any more, in the system's ticks (<see cref="Environment.TickCount64"/>); 0 for never.</summary>
    public static long TickOf(IReadOnlyBasicProperties properties) =>
        properties.IsReplyToPresent() && uint.TryParse(properties.Expiration, NumberStyles.None, CultureInfo.InvariantCulture, out var milliseconds) ? Environment.TickCount64 + milliseconds : 0;

    /// <summary>True if that time has come.</summary>
    public static bool IsOver(long tick) => tick != 0 && Environment.TickCount64 >= tick;
}
