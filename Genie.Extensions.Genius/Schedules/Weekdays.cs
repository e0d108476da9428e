namespace Genie.Extensions.Genius.Schedules;

/// <summary>Days of the week.</summary>
[Flags]
public enum Weekdays
{
    /// <summary>No day.</summary>
    None = 0,

    /// <summary>Sunday.</summary>
    Sunday = 1 << DayOfWeek.Sunday,

    /// <summary>Monday.</summary>
    Monday = 1 << DayOfWeek.Monday,

    /// <summary>Tuesday.</summary>
    Tuesday = 1 << DayOfWeek.Tuesday,

    /// <summary>Wednesday.</summary>
    Wednesday = 1 << DayOfWeek.Wednesday,

    /// <summary>Thursday.</summary>
    Thursday = 1 << DayOfWeek.Thursday,

    /// <summary>Friday.</summary>
    Friday = 1 << DayOfWeek.Friday,

    /// <summary>Saturday.</summary>
    Saturday = 1 << DayOfWeek.Saturday,

    /// <summary>Monday to Friday.</summary>
    Working = Monday | Tuesday | Wednesday | Thursday | Friday,

    /// <summary>Saturday and Sunday.</summary>
    Weekend = Saturday | Sunday,

    /// <summary>All seven.</summary>
    All = Working | Weekend,
}
