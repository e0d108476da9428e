namespace Genie.Brokers.Mqtt;

/// <summary>How long a request is worth handling: its caller's time-out, as the protocol's Message Expiry Interval (MQTT 5.0 section 3.3.2.3.3), in whole
/// seconds. The server sends on what is left of it.</summary>
internal static class RequestExpiry
{
    /// <summary>A request's interval; not shorter than its time-out.</summary>
    public static uint SecondsOf(TimeSpan requestTimeout) => (uint)Math.Clamp(Math.Ceiling(requestTimeout.TotalSeconds), 1, uint.MaxValue);

    /// <summary>When a request that has just come is nobody's any more, in the system's ticks (<see cref="Environment.TickCount64"/>); 0 for never. What is
    /// left may have been rounded down.</summary>
    public static long TickOf(uint? seconds) => seconds is { } left ? Environment.TickCount64 + ((left + 1L) * 1000) : 0;

    /// <summary>True if that time has come.</summary>
    public static bool IsOver(long tick) => tick != 0 && Environment.TickCount64 >= tick;
}
