namespace Genie.Extensions.Genius.Schedules;

/// <summary>Hours of days, by the clocks of a time zone.</summary>
/// <remarks>
/// Wall-clock time decides: an hour that a change to summer time leaves out never comes that day, one that comes twice counts twice. Hours that
/// go past midnight belong to the day they began on: Friday from 22 until 4 holds Saturday at 3.
/// </remarks>
public sealed record Schedule
{
    /// <summary>The days on which the hours begin. Default: all.</summary>
    public Weekdays Days { get; init; } = Weekdays.All;

    /// <summary>The first instant of the day's hours. Default: midnight.</summary>
    public TimeOnly From { get; init; }

    /// <summary>The instant after the last; not later than <see cref="From"/> means the next day, and equal to it 24 hours. Default: midnight.</summary>
    public TimeOnly Until { get; init; }

    /// <summary>The time zone's name in the IANA database: <c>America/New_York</c>. Default: <c>UTC</c>.</summary>
    public string TimeZone { get; init; } = "UTC";

    /// <summary>The first day on which the hours begin; null: since ever.</summary>
    public DateOnly? FirstDate { get; init; }

    /// <summary>The last day on which the hours begin; null: for ever.</summary>
    public DateOnly? LastDate { get; init; }

    /// <summary>True if an instant is within the schedule.</summary>
    /// <exception cref="InvalidScheduleException">The time zone is unknown here.</exception>
    public bool Contains(DateTimeOffset instant) => new ScheduleTest(this).Contains(ZoneClock.Of(TimeZone).LocalTicksAt(instant.UtcTicks));
}
