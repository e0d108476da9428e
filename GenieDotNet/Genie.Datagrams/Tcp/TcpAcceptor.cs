using System.Net.Sockets;

namespace Genie.Datagrams.Tcp;

/// <summary>Takes connections from a listener until it is closed.</summary>
/// <param name="accept">Accepts one.</param>
/// <param name="take">Takes it.</param>
/// <param name="makeRoom">Called when the process has no descriptor, or the system no memory, for another one.</param>
/// <param name="time">The clock of the pauses.</param>
internal sealed class TcpAcceptor(Func<CancellationToken, ValueTask<Socket>> accept, Action<Socket> take, Action makeRoom, TimeProvider time)
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var pause = FirstPause;
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                Take(await accept(cancellationToken).ConfigureAwait(false));
                pause = FirstPause;
            }
            catch (SocketException error) when (error.SocketErrorCode is SocketError.ConnectionReset or SocketError.ConnectionAborted)
            {
                // A client that went away before it was taken.
            }
            catch (SocketException)
            {
                // It would fail again at once, as without a descriptor it does until one is free.
                makeRoom();
                if (!await PauseAsync(pause, cancellationToken).ConfigureAwait(false)) return;
                pause = pause * 2 < LongestPause ? pause * 2 : LongestPause;
            }
            catch (Exception error) when (error is ObjectDisposedException or OperationCanceledException)
            {
                return;
            }
        }
    }

    private void Take(Socket socket)
    {
        try
        {
            take(socket);
        }
        catch (SocketException)
        {
            // It has ended already, and has no address any more.
            socket.Dispose();
        }
    }

    private async Task<bool> PauseAsync(TimeSpan pause, CancellationToken cancellationToken)
    {
        try
        {
            await Task.Delay(pause, time, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
