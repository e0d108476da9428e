using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Genie.Brokers.Orleans.Official.Listening;

/// <summary>
/// Lets one process of this machine at a time start a silo at an address, so that they agree which is the first. Orleans lets a second silo bind the same
/// ports (SO_REUSEPORT), and both would have some of the links.
/// </summary>
internal sealed class FirstSiloGate : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly FileStream? _file;

    private FirstSiloGate(FileStream? file) => _file = file;

    /// <summary>Waits until no other process starts one.</summary>
    /// <param name="port">The first silo's gateway.</param>
    /// <param name="timeout">After this long it goes on.</param>
    public static async Task<FirstSiloGate> EnterAsync(int port, TimeSpan timeout)
    {
        var path = Path.Combine(Path.GetTempPath(), string.Create(CultureInfo.InvariantCulture, $"genie-orleans-{port}.lock"));
        using var limit = new CancellationTokenSource(timeout);
        while (!limit.IsCancellationRequested)
        {
            try
            {
                return new FirstSiloGate(new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
            }
            catch (UnauthorizedAccessException)
            {
                // Another user's: whoever is first then is decided by the ports alone.
                break;
            }
            catch (IOException)
            {
                await Task.Delay(Pause).ConfigureAwait(false);
            }
        }

        return new FirstSiloGate(null);
    }

    /// <summary>True if nobody listens at an address of this machine, by the rule that a socket which shares nothing goes by.</summary>
    public static bool IsFree(IPEndPoint address)
    {
        using var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(address);
            socket.Listen();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    /// <summary>Lets the next one in.</summary>
    public void Dispose() => _file?.Dispose();
}
