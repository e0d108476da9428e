using System.Buffers;
using System.Text;
using Genie.Brokers.Links;

namespace Genie.Brokers.Redis.Official;

/// <summary>
/// Finds out whether a server that lets a client wait is loading its data, and when it is done. The library says nothing of it, and waits for a server
/// that answered so until its time to connect is over.
/// </summary>
internal static class LoadingWatch
{
    // Most servers have answered the library by then: they are not asked.
    private static readonly TimeSpan AskAfter = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan AskEvery = TimeSpan.FromMilliseconds(50);

    private static readonly byte[] Ping = "PING\r\n"u8.ToArray();

    /// <summary>Waits until a server that is loading has loaded.</summary>
    /// <param name="server">The server.</param>
    /// <param name="user">User name; empty for none.</param>
    /// <param name="password">Password; null for none.</param>
    /// <param name="cancellationToken">Ends the watch, without an error.</param>
    /// <returns>True if it was loading and is not any more; false if it was not, or cannot be asked.</returns>
    public static async Task<bool> WaitUntilLoadedAsync(LinkOptions server, string user, string? password, CancellationToken cancellationToken)
    {
        try
        {
            await Task.Delay(AskAfter, cancellationToken).ConfigureAwait(false);
            var transport = await LinkTransport.ConnectAsync(server, cancellationToken).ConfigureAwait(false);
            await using (transport.ConfigureAwait(false))
            {
                if (password is not null) await AskAsync(transport, LogIn(user, password), cancellationToken).ConfigureAwait(false);
                var wasLoading = false;
                while (await AskAsync(transport, Ping, cancellationToken).ConfigureAwait(false))
                {
                    wasLoading = true;
                    await Task.Delay(AskEvery, cancellationToken).ConfigureAwait(false);
                }

                return wasLoading;
            }
        }
        catch (Exception error) when (error is BrokerException or IOException or OperationCanceledException or ObjectDisposedException)
        {
            // Whatever is wrong, the library finds it out for itself.
            return false;
        }
    }

    // Every command but a few is answered with an error of this name meanwhile (Redis serialization protocol, "Simple errors").
    private static async ValueTask<bool> AskAsync(LinkTransport transport, byte[] command, CancellationToken cancellationToken)
    {
        await transport.Stream.WriteAsync(command, cancellationToken).ConfigureAwait(false);
        while (true)
        {
            var read = await transport.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
            var buffer = read.Buffer;
            if (buffer.PositionOf((byte)'\n') is { } end)
            {
                var isLoading = IsLoading(buffer.Slice(0, end));
                transport.Reader.AdvanceTo(buffer.GetPosition(1, end));
                return isLoading;
            }

            transport.Reader.AdvanceTo(buffer.Start, buffer.End);
            if (read.IsCompleted) throw new LinkLostException(RedisDrivers.Broker, "the server closed it");
        }
    }

    private static bool IsLoading(in ReadOnlySequence<byte> line)
    {
        var reader = new SequenceReader<byte>(line);
        return reader.IsNext("-LOADING"u8);
    }

    private static byte[] LogIn(string user, string password)
    {
        string[] words = user.Length > 0 ? ["AUTH", user, password] : ["AUTH", password];
        return Encoding.UTF8.GetBytes($"*{words.Length}\r\n{string.Concat(words.Select(word => $"${Encoding.UTF8.GetByteCount(word)}\r\n{word}\r\n"))}");
    }
}
