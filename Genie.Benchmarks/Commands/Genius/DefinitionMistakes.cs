using Genie.Extensions.Genius.Streams.Backfills;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>What is wrong with a window, a geofence or a pattern of the settings, told by the setting's name before anything is opened.</summary>
internal static class DefinitionMistakes
{
    // What the library takes for a time of windows and patterns.
    private static readonly TimeSpan Longest = TimeSpan.FromDays(365_000);

    /// <summary>Refuses definitions that are none, and those that are there twice.</summary>
    /// <exception cref="BadArgumentException">There is one.</exception>
    public static void Check(GeniusSettings settings)
    {
        RequireOnce(nameof(settings.Windows), settings.Windows.Select(static each => each.ToDefinition()).Select(static each => (each.Name, each.Version)));
        RequireOnce(nameof(settings.Geofences), settings.Geofences.Select(static each => each.ToDefinition()).Select(static each => (each.Name, each.Version)));
        RequireOnce(nameof(settings.Patterns), settings.Patterns.Select(static each => each.ToDefinition()).Select(static each => (each.Name, each.Version)));
        RequireOnce(nameof(settings.Tables), settings.Tables.Select(static each => (each.ToFile().Name, 1)));
    }

    /// <summary>What all definitions have.</summary>
    /// <exception cref="BadArgumentException">A setting makes no sense.</exception>
    public static void CheckCommon(string list, string name, int version, TimeSpan outOfOrder, TimeSpan idleTimeout, Backfill backfill)
    {
        if (name.Length == 0) throw new BadArgumentException($"{list}: each needs a Name.");
        if (version < 1) throw Of(list, name, $"Version is at least 1, not {version}");
        RequireTimeOrNone(list, name, "OutOfOrder", outOfOrder);
        if (idleTimeout != Timeout.InfiniteTimeSpan) RequireTime(list, name, "IdleTimeout", idleTimeout);
        if (!Enum.IsDefined(backfill)) throw Of(list, name, $"Backfill is one of {string.Join(", ", Enum.GetNames<Backfill>())}");
    }

    /// <exception cref="BadArgumentException">The setting is no time that is longer than nothing.</exception>
    public static void RequireTime(string list, string name, string setting, TimeSpan time)
    {
        if (time <= TimeSpan.Zero || time > Longest) throw Of(list, name, $"{setting} is {time:c}, and must be longer than nothing and at most a thousand years, as 00:01:00");
    }

    /// <exception cref="BadArgumentException">The setting is no time.</exception>
    public static void RequireTimeOrNone(string list, string name, string setting, TimeSpan time)
    {
        if (time < TimeSpan.Zero || time > Longest) throw Of(list, name, $"{setting} is {time:c}, and must be at least 0 and at most a thousand years, as 00:01:00");
    }

    /// <summary>A mistake of one definition.</summary>
    public static BadArgumentException Of(string list, string name, string what) => new($"{list}: '{name}': {what}.");

    private static void RequireOnce(string list, IEnumerable<(string Name, int Version)> definitions)
    {
        if (definitions.GroupBy(static each => each).FirstOrDefault(static group => group.Count() > 1)?.Key is not var (name, version)) return;
        throw Of(list, name, list == nameof(GeniusSettings.Tables) ? "it is there twice" : $"version {version} is there twice; give one of them another Name, or another Version");
    }
}
