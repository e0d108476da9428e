using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Between schedules and their protobuf message.</summary>
internal static class ScheduleCodec
{
    public static RuleSchedule ToMessage(Schedule schedule)
    {
        var message = new RuleSchedule { Days = (int)schedule.Days, FromTicks = schedule.From.Ticks, UntilTicks = schedule.Until.Ticks, TimeZone = schedule.TimeZone };
        if (schedule.FirstDate is { } first) message.FirstDay = first.DayNumber;
        if (schedule.LastDate is { } last) message.LastDay = last.DayNumber;
        return message;
    }

    public static Schedule FromMessage(RuleSchedule message)
    {
        try
        {
            return new Schedule
            {
                Days = (Weekdays)message.Days,
                From = new TimeOnly(message.FromTicks),
                Until = new TimeOnly(message.UntilTicks),
                TimeZone = message.TimeZone,
                FirstDate = message.HasFirstDay ? DateOnly.FromDayNumber(message.FirstDay) : null,
                LastDate = message.HasLastDay ? DateOnly.FromDayNumber(message.LastDay) : null,
            };
        }
        catch (ArgumentOutOfRangeException error)
        {
            throw new MalformedRuleException("A schedule with hours or dates that no day and no calendar has.", error);
        }
    }
}
