using System.Diagnostics;
using Xunit;

namespace Genie.Testing;

/// <summary>Waits for what other threads do; the limit only keeps a broken test from hanging.</summary>
public static class Until
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    /// <summary>Waits until a condition holds, doing something between two looks at it.</summary>
    public static Task TrueAsync(Func<bool> condition, Action? meanwhile = null) => TrueAsync(() => Task.FromResult(condition()), meanwhile);

    /// <summary>Waits until a condition holds that has to be asked for.</summary>
    public static async Task TrueAsync(Func<Task<bool>> condition, Action? meanwhile = null)
    {
        var begun = Stopwatch.GetTimestamp();
        while (!await condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(begun) < Limit, "It did not come to that.");
            meanwhile?.Invoke();
            await Task.Delay(1);
        }
    }
}
