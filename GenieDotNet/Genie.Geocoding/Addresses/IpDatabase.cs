using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using Genie.Geocoding.Indexing;

namespace Genie.Geocoding.Addresses;

/// <summary>
/// A MaxMind DB file (format 2.0), mapped: what it says about an address. A look-up allocates nothing and takes no lock. A file
/// from anywhere may be read: damage is an <see cref="IpFormatException"/>, never a read outside of it.
/// </summary>
/// <remarks>Put a newer file in its place by renaming. One that is shortened while it is mapped ends the process, as with any mapped file.</remarks>
public sealed unsafe class IpDatabase
{
    private const int SeparatorBytes = 16;
    private const int MetadataReach = 128 * 1024;
    private const int IPv4Bits = 32;
    private const int IPv6Bits = 128;

    private readonly IndexMemory _memory;
    private readonly IpSection _data;
    private readonly uint _nodes;
    private readonly int _recordBits;
    private readonly long _dataLength;
    private readonly uint _ipv4Start;
    private readonly int _ipv4Depth;

    private IpDatabase(IndexMemory memory)
    {
        _memory = memory;
        if (memory.Length > int.MaxValue) throw new IpFormatException("it is larger than 2 GB");
        var file = new ReadOnlySpan<byte>(memory.Start, (int)memory.Length);
        var reach = (int)Math.Min(MetadataReach, memory.Length);
        var mark = file[^reach..].LastIndexOf(Mark);
        if (mark < 0) throw new IpFormatException("its end has no metadata");
        var markPlace = file.Length - reach + mark;
        var metadataPlace = markPlace + Mark.Length;
        Metadata = IpMetadata.Read(new IpSection(memory, metadataPlace, memory.Length - metadataPlace));
        (_nodes, _recordBits) = (Metadata.NodeCount, Metadata.RecordBits);
        var tree = (long)_nodes * _recordBits / 4;
        if (tree + SeparatorBytes > markPlace) throw new IpFormatException($"its search tree of {_nodes} nodes reaches beyond its data");
        if (file.Slice((int)tree, SeparatorBytes).IndexOfAnyExcept((byte)0) >= 0) throw new IpFormatException("there is no separator behind its search tree");
        _dataLength = markPlace - tree - SeparatorBytes;
        _data = new IpSection(memory, tree + SeparatorBytes, _dataLength);
        if (Metadata.IpVersion == 4) return;
        for (; _ipv4Depth < IPv6Bits - IPv4Bits && _ipv4Start < _nodes; _ipv4Depth++) _ipv4Start = Child(_ipv4Start, 0);
    }

    /// <summary>What the file says about itself.</summary>
    public IpMetadata Metadata { get; }

    private static ReadOnlySpan<byte> Mark => [0xAB, 0xCD, 0xEF, (byte)'M', (byte)'a', (byte)'x', (byte)'M', (byte)'i', (byte)'n', (byte)'d', (byte)'.', (byte)'c', (byte)'o', (byte)'m'];

    /// <summary>Maps a file.</summary>
    /// <exception cref="IpFormatException">It is no such file.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static IpDatabase Open(string path) => new(IndexMemory.Map(path));

    /// <summary>Takes a file's bytes from memory.</summary>
    /// <exception cref="IpFormatException">They are no such file.</exception>
    public static IpDatabase Load(ReadOnlySpan<byte> bytes) => new(IndexMemory.Copy(bytes));

    /// <summary>Finds the record of an address.</summary>
    /// <param name="address">The address.</param>
    /// <param name="record">The record; where there is none, only how large the network is that has none.</param>
    /// <returns>False if there is none; so it is for an IPv6 address in a file for IPv4 only.</returns>
    /// <exception cref="IpFormatException">The file is damaged there.</exception>
    public bool TryFind(IPAddress address, out IpRecord record)
    {
        ArgumentNullException.ThrowIfNull(address);
        Span<byte> bytes = stackalloc byte[IPv6Bits / 8];
        address.TryWriteBytes(bytes, out var count);
        return address.AddressFamily == AddressFamily.InterNetwork
            ? TryFind(BinaryPrimitives.ReadUInt32BigEndian(bytes), out record) : TryFind(BinaryPrimitives.ReadUInt128BigEndian(bytes[..count]), out record);
    }

    /// <summary>Finds the record of an IPv4 address.</summary>
    public bool TryFind(uint address, out IpRecord record)
    {
        var depth = Metadata.IpVersion == 4 ? 0 : _ipv4Depth;
        var above = Metadata.IpVersion == 4 ? 0 : IPv6Bits - IPv4Bits;
        var node = _ipv4Start;
        for (; node < _nodes && depth - above < IPv4Bits; depth++) node = Child(node, (address >> (IPv4Bits - 1 - (depth - above))) & 1);

        // A record above the IPv4 part holds for all of it.
        return TryTake(node, Math.Max(0, depth - above), out record);
    }

    /// <summary>Finds the record of an IPv6 address.</summary>
    public bool TryFind(UInt128 address, out IpRecord record)
    {
        record = default;
        if (Metadata.IpVersion == 4) return false;
        var node = 0u;
        var depth = 0;
        for (; node < _nodes && depth < IPv6Bits; depth++) node = Child(node, (uint)(address >> (IPv6Bits - 1 - depth)) & 1);
        return TryTake(node, depth, out record);
    }

    private bool TryTake(uint node, int prefixBits, out IpRecord record)
    {
        record = new IpRecord(default, -1, prefixBits);
        if (node == _nodes) return false;
        if (node < _nodes) throw new IpFormatException("its search tree is deeper than an address has bits");
        var place = (long)node - _nodes - SeparatorBytes;
        if (place < 0 || place >= _dataLength) throw new IpFormatException($"a record of its search tree points to {place}, outside of the data");
        record = new IpRecord(_data.FieldAt((int)place), (int)place, prefixBits);
        return true;
    }

    // Only for nodes that there are: four bytes at any record lie within tree and separator.
    private uint Child(uint node, uint side)
    {
        var start = _memory.Start + ((long)node * _recordBits / 4);
        var value = _recordBits switch
        {
            24 => Read(start + (3 * side)) >> 8,
            28 => side == 0 ? (Read(start) >> 8) | ((uint)(start[3] & 0xF0) << 20) : Read(start + 3) & 0x0FFFFFFF,
            _ => Read(start + (4 * side)),
        };
        GC.KeepAlive(this);
        return value;
    }

    private static uint Read(byte* place) => BinaryPrimitives.ReadUInt32BigEndian(new ReadOnlySpan<byte>(place, sizeof(uint)));
}
