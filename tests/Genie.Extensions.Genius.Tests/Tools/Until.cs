namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>Waits for what other threads do. The timeout is a safety net only.</summary>
internal static class Until
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    /// <summary>Waits until a condition holds, doing something between two looks at it.</summary>
    public static async Task TrueAsync(Func<bool> condition, Action? meanwhile = null)
    {
        var begun = TimeProvider.System.GetTimestamp();
        while (!condition())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(begun) < Timeout, "It did not come to that.");
            meanwhile?.Invoke();
            await Task.Delay(1);
        }
    }
}
