using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>Sends the elements of a stream. Those that are there at once leave together; QUIC's flow control holds the source up.</summary>
internal static class ItemPump
{
    private const int FlushBytes = 16 * 1024;

    /// <summary>Writes all elements; the caller ends the stream. The source is disposed when this ends; one that is moving is cancelled before.</summary>
    /// <exception cref="QuicException">The stream was ended by the other side, or is lost.</exception>
    public static async ValueTask SendAsync<T>(
        QuicStream stream, FrameWriter writer, QuicRpcSerializer serializer, IAsyncEnumerable<T> items, CancellationToken cancellationToken)
    {
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var enumerator = items.GetAsyncEnumerator(ended.Token);
        await using (enumerator)
        {
            while (true)
            {
                var next = enumerator.MoveNextAsync();
                if ((!next.IsCompleted && writer.Written.Length > 0) || writer.Written.Length >= FlushBytes)
                {
                    try
                    {
                        await FlushAsync(stream, writer, cancellationToken);
                    }
                    catch
                    {
                        await StopAsync(next, ended);
                        throw;
                    }
                }

                if (!await next) break;
                writer.Begin(FrameType.Item);
                serializer.Serialize(writer, enumerator.Current);
                writer.End();
            }
        }

        await FlushAsync(stream, writer, cancellationToken);
    }

    /// <summary>Sends what was put together.</summary>
    public static async ValueTask FlushAsync(QuicStream stream, FrameWriter writer, CancellationToken cancellationToken)
    {
        if (writer.Written.Length == 0) return;
        await stream.WriteAsync(writer.Written, cancellationToken);
        writer.Clear();
    }

    // A source must not be disposed while it moves: that throws, and whatever it holds is held for ever.
    private static async ValueTask StopAsync(ValueTask<bool> next, CancellationTokenSource ended)
    {
        await ended.CancelAsync();
        try
        {
            await next;
        }
        catch (Exception)
        {
            // The sending failed before, and says why.
        }
    }
}
