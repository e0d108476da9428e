using System.Net;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Udp;

namespace Genie.Datagrams.Tests;

/// <summary>Speaks to a server in the clear, packet by packet, in the place of a client that has connected. What the server sends arrives nowhere.</summary>
internal sealed class RawPeer
{
    private readonly SimulatedPair _pair;
    private uint _number = 10_000;

    public RawPeer(DatagramOptions? options = null)
    {
        _pair = new SimulatedPair(NetworkConditions.Lan, seed: 1, options);
        _pair.Network.RunFor(TimeSpan.FromSeconds(1));
        _pair.Network.Filter = (datagram, from, to) =>
        {
            if (from != _pair.Server.LocalAddress) return true;
            Answers.Add((to, datagram.ToArray()));
            return false;
        };
    }

    /// <summary>What the server has sent since.</summary>
    public List<(DatagramAddress To, byte[] Datagram)> Answers { get; } = [];

    public RecordingHandler Server => _pair.ServerHandler;

    public DatagramConnection Accepted => _pair.Accepted;

    public SimulatedNetwork Network => _pair.Network;

    /// <summary>Sends a packet with these frames.</summary>
    /// <returns>Its bytes.</returns>
    public int Send(ReadOnlySpan<byte> frames, IPEndPoint? from = null)
    {
        var packet = new byte[PacketFormat.HeaderBytes + frames.Length];
        var writer = new WireWriter(packet);
        writer.Write(PacketFormat.DataBit);
        writer.Write(((UdpConnection)Accepted).LocalId);
        writer.Write(_number++);
        writer.Write(frames);
        Network.Inject(packet, from ?? _pair.Client.LocalAddress.ToEndPoint(), _pair.Server.LocalAddress.ToEndPoint());
        return packet.Length;
    }

    /// <summary>Lets what was sent arrive.</summary>
    public void Settle() => Network.RunFor(TimeSpan.FromMilliseconds(2));

    public static byte[] Fragment(DeliveryMode mode, ushort number, int index, int count, ReadOnlySpan<byte> payload)
    {
        var writer = new WireWriter(new byte[payload.Length + 16]);
        writer.Write((byte)((int)mode | FrameKind.FragmentBit));
        writer.Write(number);
        writer.WriteVariable(index);
        writer.WriteVariable(count);
        writer.WriteVariable(payload.Length);
        writer.Write(payload);
        return writer.Written.ToArray();
    }
}
