using System.Runtime.InteropServices;
using static Genie.Datagrams.Sockets.LinuxMessages;

namespace Genie.Datagrams.Sockets;

/// <summary>The structures and buffers of a batch of datagrams, outside of the collected heap, as they point at each other. Pages of buffers that are never used are none.</summary>
internal sealed unsafe class MessageBatch : IDisposable
{
    /// <summary>The bytes of the longest address, struct sockaddr_in6.</summary>
    public const int AddressBytes = 28;

    private readonly int _count;
    private readonly int _slotBytes;
    private byte* _memory;

    /// <summary>Allocates it.</summary>
    /// <param name="count">Datagrams.</param>
    /// <param name="slotBytes">From one buffer to the next, a multiple of 64.</param>
    /// <param name="payloadBytes">What the system may write into each.</param>
    public MessageBatch(int count, int slotBytes, int payloadBytes)
    {
        (_count, _slotBytes) = (count, slotBytes);
        _memory = (byte*)NativeMemory.AllocZeroed((nuint)count, (nuint)(sizeof(MessageHeader) + sizeof(Vector) + ControlMessages.Bytes + AddressBytes + slotBytes));
        for (var i = 0; i < count; i++)
        {
            Vectors[i] = new Vector { Base = PayloadOf(i), Length = (nuint)payloadBytes };
            Headers[i] = new MessageHeader { Name = Addresses + (i * AddressBytes), NameLength = AddressBytes, Vectors = Vectors + i, VectorCount = 1 };
        }
    }

    public MessageHeader* Headers => (MessageHeader*)_memory;

    public Vector* Vectors => (Vector*)(_memory + (_count * sizeof(MessageHeader)));

    private byte* Controls => (byte*)(Vectors + _count);

    private byte* Addresses => Controls + (_count * ControlMessages.Bytes);

    public byte* PayloadOf(int index) => Addresses + (_count * AddressBytes) + (index * _slotBytes);

    public byte* ControlOf(int index) => Controls + (index * ControlMessages.Bytes);

    public Span<byte> AddressOf(int index, int bytes) => new(Addresses + (index * AddressBytes), bytes);

    /// <summary>Points a header at datagrams of this batch that follow each other and go to one address.</summary>
    /// <param name="header">Which header.</param>
    /// <param name="first">The first datagram.</param>
    /// <param name="count">How many; more than one are segments of the first's size, of which the last may be shorter.</param>
    /// <param name="addressBytes">The address's.</param>
    /// <param name="to">The address, with the one of ours that they leave from.</param>
    public void Point(int header, int first, int count, int addressBytes, in DatagramAddress to)
    {
        var control = ControlOf(header);
        var length = ControlMessages.WriteLocal(control, to);
        if (count > 1) length += ControlMessages.WriteSegments(control + length, (int)Vectors[first].Length);
        Headers[header] = new MessageHeader
        {
            Name = Addresses + (first * AddressBytes),
            NameLength = (uint)addressBytes,
            Vectors = Vectors + first,
            VectorCount = (nuint)count,
            Control = length > 0 ? control : null,
            ControlLength = (nuint)length,
        };
    }

    public void Dispose()
    {
        NativeMemory.Free(_memory);
        _memory = null;
    }
}
