using System.Net.Sockets;
using System.Runtime.CompilerServices;

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
    // A large message moves on visibly, so that a slow link is distinguished from one that is stuck.
    private const int PieceBytes = 512 * 1024;

    // Of Linux: netinet/tcp.h. The state is the first byte of struct tcp_info.
    private const int TcpLevel = 6;
    private const int TcpInfo = 11;
    private const byte Established = 1;

    private long _piecesWritten;

    /// <summary>Grows while a large write moves on.</summary>
    public long PiecesWritten => Volatile.Read(ref _piecesWritten);

    /// <summary>See <see cref="LinkTransport.IsHungUp"/>.</summary>
    public bool IsHungUp
    {
        get
        {
            if (!OperatingSystem.IsLinux()) return false;
            Span<byte> state = [Established];
            try
            {
                Socket.GetRawSocketOption(TcpLevel, TcpInfo, state);
            }
            catch (Exception error) when (error is SocketException or ObjectDisposedException)
            {
                return true;
            }

            return state[0] != Established;
        }
    }

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
        if (!blocks) return buffer.Length <= PieceBytes ? base.WriteAsync(buffer, cancellationToken) : WriteInPiecesAsync(buffer, cancellationToken);
        try
        {
            for (; buffer.Length > PieceBytes; buffer = buffer[PieceBytes..])
            {
                Write(buffer.Span[..PieceBytes]);
                Interlocked.Increment(ref _piecesWritten);
            }

            Write(buffer.Span);
            return ValueTask.CompletedTask;
        }
        catch (Exception error)
        {
            return ValueTask.FromException(error);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WriteInPiecesAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken)
    {
        for (; buffer.Length > PieceBytes; buffer = buffer[PieceBytes..])
        {
            await base.WriteAsync(buffer[..PieceBytes], cancellationToken).ConfigureAwait(false);
            Interlocked.Increment(ref _piecesWritten);
        }

        await base.WriteAsync(buffer, cancellationToken).ConfigureAwait(false);
    }
}
