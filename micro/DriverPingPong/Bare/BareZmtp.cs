using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Genie.Brokers.Drivers;
using Genie.Brokers.ZeroMQ;

namespace DriverPingPong.Bare;

/// <summary>ZMTP 3.1 with the mechanism NULL, a DEALER and a ROUTER, messages of one frame.</summary>
internal sealed class BareZmtp : BareExchange
{
    private const int GreetingBytes = 64;
    private const int MechanismOffset = 12;
    private const byte LongFrame = 2;
    private const byte Command = 4;

    private readonly Uri _url;
    private readonly bool _responds;

    public BareZmtp(Arguments arguments, bool responds)
        : base(responds)
    {
        (_url, _responds) = (BrokerOptionsBinder.Bind<ZeroMQOptions>("zeromq", arguments.Settings).Url, responds);
        var length = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(length, arguments.Size);
        Message = [LongFrame, .. length, .. new byte[arguments.Size]];
        if (!responds) return;
        Socket.Bind(new IPEndPoint(IPAddress.Loopback.MapToIPv6(), _url.Port));
        Socket.Listen();
    }

    public override void Begin()
    {
        if (_responds)
        {
            using var listening = Socket;
            Socket = listening.Accept();
            Socket.NoDelay = true;
        }
        else
        {
            Socket.Connect(_url.Host, _url.Port);
        }

        // What the peer sends is as long; nothing more may be taken, since a message may follow at once.
        byte[] opening = [.. Greeting(), .. Ready()];
        Socket.Send(opening);
        for (var left = opening.Length; left > 0;)
        {
            var read = Socket.Receive(new byte[left]);
            if (read == 0) throw new InvalidOperationException("The peer closed the connection.");
            left -= read;
        }
    }

    // Signature, version, mechanism, as-server and filler (ZMTP 3.1, "Greeting").
    private static byte[] Greeting()
    {
        var greeting = new byte[GreetingBytes];
        (greeting[0], greeting[9], greeting[10], greeting[11]) = (0xFF, 0x7F, 3, 1);
        Encoding.ASCII.GetBytes("NULL", greeting.AsSpan(MechanismOffset));
        return greeting;
    }

    // DEALER and ROUTER are words of one length.
    private byte[] Ready()
    {
        byte[] command = [.. "\x5READY"u8, .. "\xBSocket-Type"u8, 0, 0, 0, 6, .. Encoding.ASCII.GetBytes(_responds ? "ROUTER" : "DEALER")];
        return [Command, (byte)command.Length, .. command];
    }
}
