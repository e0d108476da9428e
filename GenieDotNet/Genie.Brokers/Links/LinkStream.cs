using System.Net.Sockets;

namespace Genie.Brokers.Links;

/// <summary>
/// A socket's stream whose calls may block instead of awaiting, for links with a thread of their own.
/// </summary>
/// <remarks>
/// The first asynchronous call on a socket makes the runtime watch it for good: from then on each arrival wakes the thread
/// that watches all sockets and one of the pool, whoever waits for it. A socket that only ever sees blocking calls wakes
/// the one thread that reads it.
/// </remarks>
internal sealed class LinkStream(Socket socket, bool blocks) : NetworkStream(socket, ownsSocket: true)
{
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (!blocks) return base.ReadAsync(buffer, cancellationToken);
        try
        {
            return new ValueTask<int>(Read(buffer.Span));
        }
        catch (Exception error)
        {
            return ValueTask.FromException<int>(error);
        }
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (!blocks) return base.WriteAsync(buffer, cancellationToken);
        try
        {
            Write(buffer.Span);
            return ValueTask.CompletedTask;
        }
        catch (Exception error)
        {
            return ValueTask.FromException(error);
        }
    }
}
