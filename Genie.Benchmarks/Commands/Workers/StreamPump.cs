namespace Genie.Benchmarks.Commands.Workers;

/// <summary>Carries bytes between two ends, each with a stream to read and one to write.</summary>
internal static class StreamPump
{
    private const int BufferBytes = 64 * 1024;

    /// <summary>Completes when one end's stream to read has ended and all it held was written.</summary>
    public static async Task RunAsync(Stream nearFrom, Stream nearTo, Stream farFrom, Stream farTo, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task[] ways = [CopyAsync(nearFrom, farTo, stop.Token), CopyAsync(farFrom, nearTo, stop.Token)];
        var first = await Task.WhenAny(ways).ConfigureAwait(false);
        await stop.CancelAsync().ConfigureAwait(false);
        await first.ConfigureAwait(false);
    }

    private static async Task CopyAsync(Stream from, Stream to, CancellationToken cancellationToken)
    {
        var buffer = new byte[BufferBytes];
        while (await from.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) is > 0 and var read)
        {
            await to.WriteAsync(buffer.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
            await to.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
    }
}
