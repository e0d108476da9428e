using System.Collections.Concurrent;

namespace Genie.Extensions.Genius.Schedules;

/// <summary>The clocks of a time zone.</summary>
internal sealed class ZoneClock
{
    public const int HoursPerWeek = 7 * 24;

    private static readonly ConcurrentDictionary<string, ZoneClock> Clocks = new(StringComparer.Ordinal);
    private static readonly long LastTicks = DateTime.MaxValue.Ticks;

    private readonly TimeZoneInfo _zone;

    private ZoneClock(TimeZoneInfo zone) => _zone = zone;

    /// <summary>The clock of a zone.</summary>
    /// <exception cref="InvalidScheduleException">There is no such zone.</exception>
    public static ZoneClock Of(string name)
    {
        if (Clocks.TryGetValue(name, out var known)) return known;
        try
        {
            return Clocks.GetOrAdd(name, new ZoneClock(TimeZoneInfo.FindSystemTimeZoneById(name)));
        }
        catch (Exception error) when (error is TimeZoneNotFoundException or InvalidTimeZoneException or ArgumentException)
        {
            throw new InvalidScheduleException($"The time zone '{name}' is unknown on this machine. Name one of the IANA database, such as Europe/Berlin, and install tzdata where it is missing.", error);
        }
    }

    /// <summary>What the clocks show, in ticks since the year 1; the calendar's ends are not passed.</summary>
    public long LocalTicksAt(long utcTicks)
    {
        var offset = _zone.GetUtcOffset(new DateTime(utcTicks, DateTimeKind.Utc)).Ticks;
        return Math.Clamp(utcTicks + offset, 0, LastTicks);
    }

    /// <summary>The hour of the week, counted from Sunday, 0 o'clock.</summary>
    public static int HourOfWeek(long localTicks)
    {
        var hours = localTicks / TimeSpan.TicksPerHour;
        return (int)((hours + 24) % HoursPerWeek);
    }
}
