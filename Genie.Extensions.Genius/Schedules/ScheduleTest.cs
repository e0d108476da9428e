namespace Genie.Extensions.Genius.Schedules;

/// <summary>A schedule, ready to be compared with local times.</summary>
internal sealed class ScheduleTest
{
    private const int HoursPerDay = 24;

    private readonly int _days;
    private readonly long _fromTicks;
    private readonly long _untilTicks;
    private readonly long _firstDay;
    private readonly long _lastDay;

    public ScheduleTest(Schedule schedule)
    {
        _days = (int)(schedule.Days & Weekdays.All);
        (_fromTicks, _untilTicks) = (schedule.From.Ticks, schedule.Until.Ticks);
        (_firstDay, _lastDay) = (schedule.FirstDate?.DayNumber ?? long.MinValue, schedule.LastDate?.DayNumber ?? long.MaxValue);
    }

    /// <summary>True if a local time, in ticks since the year 1, is within the schedule.</summary>
    public bool Contains(long localTicks)
    {
        var day = localTicks / TimeSpan.TicksPerDay;
        var time = localTicks - (day * TimeSpan.TicksPerDay);
        if (_fromTicks < _untilTicks) return time >= _fromTicks && time < _untilTicks && BeginsOn(day);
        return (time >= _fromTicks && BeginsOn(day)) || (time < _untilTicks && BeginsOn(day - 1));
    }

    /// <summary>The hours of the week that hold any of it, counted from Sunday, 0 o'clock.</summary>
    public List<int> HoursOfWeek()
    {
        var from = (int)(_fromTicks / TimeSpan.TicksPerHour);
        var until = (int)((_untilTicks + TimeSpan.TicksPerHour - 1) / TimeSpan.TicksPerHour);
        if (_untilTicks <= _fromTicks) until += HoursPerDay;
        var hours = new HashSet<int>();
        for (var day = 0; day < 7; day++)
        {
            if ((_days & (1 << day)) == 0) continue;
            for (var hour = from; hour < until; hour++) hours.Add(((day * HoursPerDay) + hour) % ZoneClock.HoursPerWeek);
        }

        return [.. hours];
    }

    private bool BeginsOn(long day) => day >= _firstDay && day <= _lastDay && (_days & (1 << (int)((day + 1) % 7))) != 0;
}
