using System.Diagnostics;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>Waits for what happens beside the test.</summary>
internal static class Eventually
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    public static async Task TrueAsync(Func<Task<bool>> condition)
    {
        for (var started = Stopwatch.GetTimestamp(); !await condition();)
        {
            Assert.True(Stopwatch.GetElapsedTime(started) < SafetyNet, "It did not happen.");
            await Task.Delay(10);
        }
    }
}
