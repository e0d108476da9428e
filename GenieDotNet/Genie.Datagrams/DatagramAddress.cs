using System.Net;
using System.Net.Sockets;

namespace Genie.Datagrams;

/// <summary>An IP address with its port, as a value: comparing, hashing and storing it allocates nothing. IPv4 is kept mapped into IPv6.</summary>
/// <param name="Address">The IPv6 address as a number.</param>
/// <param name="ScopeId">The scope of a link-local IPv6 address, else 0.</param>
/// <param name="Port">The port.</param>
public readonly record struct DatagramAddress(UInt128 Address, uint ScopeId, ushort Port)
{
    private static readonly UInt128 MappedPrefix = (UInt128)0xffff << 32;

    /// <summary>
    /// Of an address that something came from, the host's own address that it came to; 0: not known, the system chooses. An answer leaves from there: a remote side takes none from elsewhere. It is no
    /// part of the value: who is reached by two ways is one.
    /// </summary>
    internal UInt128 Local { get; init; }

    /// <summary>True for an IPv4 address.</summary>
    public bool IsIPv4 => Address >> 32 == MappedPrefix >> 32;

    /// <summary>The IPv4 address as a number; meaningful only if <see cref="IsIPv4"/>.</summary>
    internal uint IPv4 => (uint)Address;

    /// <summary>The address of an IPv4 address as a number.</summary>
    internal static DatagramAddress OfIPv4(uint address, ushort port) => new(MappedPrefix | address, 0, port);

    /// <summary>The value of an end point.</summary>
    public static DatagramAddress From(IPEndPoint endPoint)
    {
        Span<byte> bytes = stackalloc byte[16];
        endPoint.Address.MapToIPv6().TryWriteBytes(bytes, out _);
        var scope = endPoint.Address.AddressFamily == AddressFamily.InterNetworkV6 ? (uint)endPoint.Address.ScopeId : 0;
        return new DatagramAddress(System.Buffers.Binary.BinaryPrimitives.ReadUInt128BigEndian(bytes), scope, (ushort)endPoint.Port);
    }

    /// <summary>The end point of this value.</summary>
    public IPEndPoint ToEndPoint()
    {
        Span<byte> bytes = stackalloc byte[16];
        System.Buffers.Binary.BinaryPrimitives.WriteUInt128BigEndian(bytes, Address);
        return new IPEndPoint(IsIPv4 ? new IPAddress(bytes[12..]) : new IPAddress(bytes, ScopeId), Port);
    }

    /// <summary>True for the same address with the same port.</summary>
    public bool Equals(DatagramAddress other) => Address == other.Address && Port == other.Port && ScopeId == other.ScopeId;

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Address, ScopeId, Port);

    /// <inheritdoc/>
    public override string ToString() => ToEndPoint().ToString();
}
