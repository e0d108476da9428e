using System.Globalization;

namespace Genie.Extensions.Genius.Schedules;

/// <summary>Schedules as people write them: <c>Mon-Fri 09:00-17:00 Europe/Berlin</c>, with <c>from 2026-01-01 to 2026-12-31</c> behind it where the days are bounded.</summary>
/// <remarks>Days are a list of names and spans (<c>Mon,Wed,Sat-Sun</c>), <c>daily</c> or <c>never</c>; hours that end where they begin, or before it, end on the next day.</remarks>
public static class ScheduleText
{
    private const string Form = "It looks like this: Mon-Fri 09:00-17:00 Europe/Berlin, with 'from 2026-01-01' and 'to 2026-12-31' behind it where the days are bounded; 'daily' is every day.";
    private const string Daily = "daily";
    private const string Never = "never";

    private static readonly string[] Names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    private static readonly string[] TimeFormats = ["HH:mm", "HH:mm:ss", "HH:mm:ss.FFFFFFF"];

    /// <summary>Reads a schedule.</summary>
    /// <exception cref="InvalidScheduleException">It is none. Whether this machine knows the time zone is not looked at.</exception>
    public static Schedule Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var words = new Queue<string>(text.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        if (words.Count < 3) throw None(text);
        var schedule = new Schedule { Days = ParseDays(words.Dequeue(), text) };
        var hours = words.Dequeue().Split('-');
        if (hours.Length != 2 || !TryParseTime(hours[0], out var from) || !TryParseTime(hours[1], out var until)) throw None(text);
        schedule = schedule with { From = from, Until = until, TimeZone = words.Dequeue() };
        if (words.TryPeek(out var word) && word == "from") schedule = schedule with { FirstDate = ParseDate(words, text) };
        if (words.TryPeek(out word) && word == "to") schedule = schedule with { LastDate = ParseDate(words, text) };
        return words.Count == 0 ? schedule : throw None(text);
    }

    /// <summary>The text of a schedule; <see cref="Parse"/> reads the same from it.</summary>
    public static string Format(Schedule schedule)
    {
        ArgumentNullException.ThrowIfNull(schedule);
        var text = string.Create(CultureInfo.InvariantCulture, $"{FormatDays(schedule.Days)} {FormatTime(schedule.From)}-{FormatTime(schedule.Until)} {schedule.TimeZone}");
        if (schedule.FirstDate is { } first) text += string.Create(CultureInfo.InvariantCulture, $" from {first:yyyy-MM-dd}");
        if (schedule.LastDate is { } last) text += string.Create(CultureInfo.InvariantCulture, $" to {last:yyyy-MM-dd}");
        return text;
    }

    private static Weekdays ParseDays(string text, string whole)
    {
        if (text == Daily) return Weekdays.All;
        var days = Weekdays.None;
        if (text == Never) return days;
        foreach (var span in text.Split(','))
        {
            var ends = span.Split('-');
            if (ends.Length > 2) throw None(whole);
            var (first, last) = (DayOf(ends[0], whole), DayOf(ends[^1], whole));
            for (var day = first; ; day = (day + 1) % Names.Length)
            {
                days |= (Weekdays)(1 << day);
                if (day == last) break;
            }
        }

        return days;
    }

    private static int DayOf(string name, string whole) => Array.IndexOf(Names, name) is >= 0 and var day ? day : throw None(whole);

    private static string FormatDays(Weekdays days)
    {
        days &= Weekdays.All;
        if (days == Weekdays.All) return Daily;
        if (days == Weekdays.Working) return "Mon-Fri";
        if (days == Weekdays.Weekend) return "Sat-Sun";
        return days == Weekdays.None ? Never : string.Join(',', Names.Where((_, day) => days.HasFlag((Weekdays)(1 << day))));
    }

    private static bool TryParseTime(string text, out TimeOnly time) => TimeOnly.TryParseExact(text, TimeFormats, CultureInfo.InvariantCulture, DateTimeStyles.None, out time);

    private static string FormatTime(TimeOnly time) => time.ToString(time.Ticks % TimeSpan.TicksPerMinute == 0 ? TimeFormats[0] : TimeFormats[2], CultureInfo.InvariantCulture);

    private static DateOnly ParseDate(Queue<string> words, string whole)
    {
        words.Dequeue();
        return words.TryDequeue(out var text) && DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date) ? date : throw None(whole);
    }

    private static InvalidScheduleException None(string text) => new($"'{text}' is no schedule. {Form}");
}
