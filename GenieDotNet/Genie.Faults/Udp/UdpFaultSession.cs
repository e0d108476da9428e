using System.Net;
using System.Net.Sockets;

namespace Genie.Faults;

/// <summary>One client of a datagram proxy, with a socket of its own towards the server, by which answers find back.</summary>
internal sealed class UdpFaultSession : IDisposable
{
    private readonly Socket _server;
    private readonly DatagramPump _toServer;
    private readonly DatagramPump _toClient;
    private readonly Func<FaultDirections, int, bool> _swallows;
    private readonly Func<NetworkProfile> _profile;

    public UdpFaultSession(
        Socket listener, EndPoint client, EndPoint target, int number, FaultProxyOptions options, FaultCounter counter, Func<NetworkProfile> profile, Func<FaultDirections, int, bool> swallows)
    {
        (_profile, _swallows) = (profile, swallows);
        _server = new Socket(target.AddressFamily == AddressFamily.Unspecified ? listener.AddressFamily : target.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        _toServer = new DatagramPump(
            async (bytes, token) => await SendQuietlyAsync(_server.SendToAsync(bytes, SocketFlags.None, target, token)).ConfigureAwait(false),
            Counted.BytesToServer, counter, options.Time, options.RandomOf(number, FaultDirections.ToServer));
        _toClient = new DatagramPump(
            async (bytes, token) => await SendQuietlyAsync(listener.SendToAsync(bytes, SocketFlags.None, client, token)).ConfigureAwait(false),
            Counted.BytesToClient, counter, options.Time, options.RandomOf(number, FaultDirections.ToClient));
        _server.Bind(new IPEndPoint(_server.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0));
    }

    /// <summary>Takes what the client sent.</summary>
    public void Take(ReadOnlySpan<byte> datagram, CancellationToken ended)
    {
        if (!_swallows(FaultDirections.ToServer, datagram.Length)) _toServer.Take(datagram, _profile(), ended);
    }

    /// <summary>Passes on until the end.</summary>
    public Task RunAsync(CancellationToken ended) => Task.WhenAll(_toServer.RunAsync(ended), _toClient.RunAsync(ended), ReceiveAsync(ended));

    /// <inheritdoc/>
    public void Dispose() => _server.Dispose();

    private async Task ReceiveAsync(CancellationToken ended)
    {
        var buffer = new byte[NetworkProfile.DatagramBytesMax];
        var any = new IPEndPoint(_server.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0);
        while (true)
        {
            try
            {
                var received = await _server.ReceiveFromAsync(buffer, SocketFlags.None, any, ended).ConfigureAwait(false);
                if (!_swallows(FaultDirections.ToClient, received.ReceivedBytes)) _toClient.Take(buffer.AsSpan(0, received.ReceivedBytes), _profile(), ended);
            }
            catch (SocketException)
            {
                // Nobody listened at the server's port: told by ICMP, and no reason to stop.
            }
        }
    }

    private static async ValueTask SendQuietlyAsync(ValueTask<int> sending)
    {
        try
        {
            await sending.ConfigureAwait(false);
        }
        catch (SocketException)
        {
            // As above; datagrams promise nothing.
        }
    }
}
