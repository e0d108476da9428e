namespace Genie.Rpc.Quic.Tests;

/// <summary>Waits for what another thread does; the limit only keeps a broken test from hanging.</summary>
internal static class Until
{
    public static async Task TrueAsync(Func<bool> condition)
    {
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        while (!condition()) await Task.Delay(10, timeout.Token);
    }
}
