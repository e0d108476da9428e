using System.Reflection;
using Xunit;

namespace Genie.Testing;

/// <summary>Sets every number, time and enumeration of an options object to what makes no sense, and sees that it is refused by its name.</summary>
public static class NonsenseOptions
{
    /// <summary>Tries each property alone.</summary>
    /// <param name="valid">Options that are taken.</param>
    /// <param name="use">What takes them, and must refuse.</param>
    /// <param name="mayBeInfinite">Times for which <see cref="Timeout.InfiniteTimeSpan"/> stands for no bound.</param>
    public static void AreRefused<T>(T valid, Func<T, Task> use, params string[] mayBeInfinite)
        where T : class
    {
        var copy = typeof(object).GetMethod(nameof(MemberwiseClone), BindingFlags.Instance | BindingFlags.NonPublic)!;
        List<string> taken = [];
        var tried = 0;
        foreach (var property in typeof(T).GetProperties().Where(property => property.SetMethod is { IsPublic: true }))
        {
            foreach (var nonsense in NonsenseOf(property.PropertyType).Where(value => !(mayBeInfinite.Contains(property.Name) && value is TimeSpan time && time == Timeout.InfiniteTimeSpan)))
            {
                var options = (T)copy.Invoke(valid, null)!;
                property.SetValue(options, nonsense);
                tried++;
                if (!IsRefused(use, options, property.Name)) taken.Add($"{property.Name} = {nonsense}");
            }
        }

        Assert.True(tried > 0 && taken.Count == 0, $"Of {tried} these were taken: {string.Join(", ", taken)}");
    }

    /// <summary>Sees that options are refused for one of them.</summary>
    public static void IsRefused<T>(T options, Func<T, Task> use, string name) => Assert.True(IsRefused(use, options, name), $"{name} is taken.");

    private static bool IsRefused<T>(Func<T, Task> use, T options, string name)
    {
        // One that is taken may hang.
        var error = Record.Exception(() => Task.Run(() => use(options)).Wait(TimeSpan.FromSeconds(60)));
        return (error is AggregateException { InnerException: { } inner } ? inner : error) is ArgumentException refusal && refusal.Message.Contains(name, StringComparison.Ordinal);
    }

    private static IEnumerable<object> NonsenseOf(Type type) => type switch
    {
        _ when type == typeof(int) => [-1, int.MinValue],
        _ when type == typeof(long) => [-1L, long.MinValue],
        _ when type == typeof(TimeSpan) => [TimeSpan.FromMilliseconds(-1), TimeSpan.FromDays(-1), TimeSpan.MinValue],
        { IsEnum: true } => [Enum.ToObject(type, 99)],
        _ => [],
    };
}
