using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Genie.Faults.Tests;

/// <summary>A socket for datagrams at each end of a path.</summary>
internal sealed class DatagramEnds : IDisposable
{
    private const int Port = 4001;

    // What is under way at a time: far less than any queue between holds.
    private const int Window = 64;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    public DatagramEnds(PacketPath path)
    {
        Server = path.Servers.Run(() =>
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.Bind(new IPEndPoint(PacketPath.ServerAddress, Port));
            return socket;
        });
        Client = path.Clients.Run(() =>
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.Connect(PacketPath.ServerAddress, Port);
            return socket;
        });
    }

    public Socket Client { get; }

    public Socket Server { get; }

    public void Dispose()
    {
        Client.Dispose();
        Server.Dispose();
    }

    /// <summary>The next datagram that reaches the server.</summary>
    public async Task<SocketReceiveFromResult> ReceiveAsync()
    {
        using var limit = new CancellationTokenSource(Limit);
        return await Server.ReceiveFromAsync(new byte[4096], SocketFlags.None, new IPEndPoint(IPAddress.Any, 0), limit.Token);
    }

    /// <summary>Sends numbered packets, and gives the numbers that arrived, in their order.</summary>
    public async Task<List<int>> CountAsync(int packets, Func<FaultCounts> counts)
    {
        var (arrived, buffer, sent) = (new List<int>(), new byte[sizeof(int)], 0);
        using var limit = new CancellationTokenSource(Limit);
        while (sent < packets)
        {
            for (var last = Math.Min(packets, sent + Window); sent < last; sent++)
            {
                BinaryPrimitives.WriteInt32BigEndian(buffer, sent);
                await Client.SendAsync(buffer, limit.Token);
            }

            while (arrived.Count + counts().Lost < sent)
            {
                if (!Server.Poll(TimeSpan.FromMilliseconds(10), SelectMode.SelectRead))
                {
                    limit.Token.ThrowIfCancellationRequested();
                    continue;
                }

                Server.Receive(buffer);
                arrived.Add(BinaryPrimitives.ReadInt32BigEndian(buffer));
            }
        }

        return arrived;
    }
}
