using System.Globalization;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Tests.Schedules;

public sealed class ScheduleTests
{
    private static readonly Schedule FridayNight = new() { Days = Weekdays.Friday, From = new TimeOnly(22, 0), Until = new TimeOnly(4, 0), TimeZone = "Europe/Berlin" };

    [Theory]
    [InlineData("2026-01-02T21:59:59.9999999+01:00", false)]
    [InlineData("2026-01-02T22:00:00+01:00", true)]
    [InlineData("2026-01-03T03:59:59.9999999+01:00", true)]
    [InlineData("2026-01-03T04:00:00+01:00", false)]
    [InlineData("2026-01-03T22:30:00+01:00", false)]
    [InlineData("2026-01-02T03:00:00+01:00", false)]
    [InlineData("2026-07-03T21:30:00+00:00", true)]
    [InlineData("2026-07-03T19:59:00+00:00", false)]
    public void Hours_past_midnight_belong_to_the_day_they_began_on(string time, bool expected) => Assert.Equal(expected, FridayNight.Contains(At(time)));

    [Theory]
    [InlineData("2026-03-29T00:30:00Z", false)]
    [InlineData("2026-03-29T01:00:00Z", false)]
    [InlineData("2026-03-28T01:00:00Z", true)]
    [InlineData("2026-10-24T00:30:00Z", true)]
    [InlineData("2026-10-25T00:30:00Z", true)]
    [InlineData("2026-10-25T01:30:00Z", true)]
    [InlineData("2026-10-25T02:00:00Z", false)]
    public void An_hour_left_out_never_comes_and_one_that_comes_twice_counts_twice(string time, bool expected) =>
        Assert.Equal(expected, new Schedule { From = new TimeOnly(2, 0), Until = new TimeOnly(3, 0), TimeZone = "Europe/Berlin" }.Contains(At(time)));

    [Theory]
    [InlineData("2026-02-28T23:59:59Z", false)]
    [InlineData("2026-03-01T00:00:00Z", true)]
    [InlineData("2026-03-02T23:59:59Z", true)]
    [InlineData("2026-03-03T00:00:00Z", false)]
    public void Both_dates_are_included(string time, bool expected) =>
        Assert.Equal(expected, new Schedule { FirstDate = new DateOnly(2026, 3, 1), LastDate = new DateOnly(2026, 3, 2) }.Contains(At(time)));

    [Fact]
    public void Hours_that_end_as_they_begin_last_a_day()
    {
        var schedule = new Schedule { Days = Weekdays.Monday, From = new TimeOnly(10, 30), Until = new TimeOnly(10, 30) };

        Assert.False(schedule.Contains(At("2026-01-05T10:29:59Z")));
        Assert.True(schedule.Contains(At("2026-01-05T10:30:00Z")));
        Assert.True(schedule.Contains(At("2026-01-06T10:29:59Z")));
        Assert.False(schedule.Contains(At("2026-01-06T10:30:00Z")));
    }

    [Fact]
    public void The_calendars_ends_are_no_error()
    {
        var schedule = new Schedule { From = new TimeOnly(22, 0), Until = new TimeOnly(4, 0), TimeZone = "America/New_York" };

        Assert.True(schedule.Contains(DateTimeOffset.MinValue));
        Assert.False(schedule.Contains(DateTimeOffset.MaxValue));
    }

    private static DateTimeOffset At(string time) => DateTimeOffset.Parse(time, CultureInfo.InvariantCulture);
}
