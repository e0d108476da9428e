using System.Diagnostics;
using Xunit;

namespace Genie.Testing;

/// <summary>Waits for what other threads do; the limit only keeps a broken test from hanging.</summary>
public static class Until
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    /// <summary>Waits until a condition holds, doing something between two looks at it.</summary>
    public static async Task TrueAsync(Func<bool> condition, Action? meanwhile = null)
    {
        var begun = Stopwatch.GetTimestamp();
        while (!condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(begun) < Limit, "It did not come to that.");
            meanwhile?.Invoke();
            await Task.Delay(1);
        }
    }
}
