namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>Ends what a library opened: a client that is closed alone leaves the broker to find out about its consumers.</summary>
internal static class LibraryClosing
{
    /// <summary>Closes one after the other. A library that waits for a broker that is gone is left to itself.</summary>
    public static async Task CloseAsync(TimeSpan patience, params IAsyncDisposable?[] resources)
    {
        foreach (var resource in resources)
        {
            if (resource is null) continue;
            var closing = CloseAsync(resource);
            await Task.WhenAny(closing, Task.Delay(patience)).ConfigureAwait(false);
        }
    }

    private static async Task CloseAsync(IAsyncDisposable resource)
    {
        try
        {
            await resource.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // Its link is gone, and it with it.
        }
    }
}
