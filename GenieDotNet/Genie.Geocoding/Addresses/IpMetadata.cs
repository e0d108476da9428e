namespace Genie.Geocoding.Addresses;

/// <summary>What a file says about itself ("Database Metadata").</summary>
/// <param name="NodeCount">Nodes of the search tree.</param>
/// <param name="RecordBits">Bits of a record of a node: 24, 28 or 32.</param>
/// <param name="IpVersion">6: IPv6, with IPv4 in its lowest part; 4: IPv4 only.</param>
/// <param name="DatabaseType">What it holds: <c>GeoLite2-City</c>.</param>
/// <param name="Built">When it was made, or null where it says something impossible.</param>
public sealed record IpMetadata(uint NodeCount, int RecordBits, int IpVersion, string DatabaseType, DateTimeOffset? Built)
{
    private const int FormatVersion = 2;

    /// <summary>Reads it.</summary>
    /// <exception cref="IpFormatException">It is missing something, or asks for what this program cannot read.</exception>
    internal static IpMetadata Read(IpSection section)
    {
        var map = section.FieldAt(0);
        if (map.Type != IpFieldType.Map) throw new IpFormatException("its metadata is no map");
        var version = Number(map, "binary_format_major_version", ushort.MaxValue);
        if (version != FormatVersion) throw new IpFormatException($"its format has version {version}, this program reads {FormatVersion}");
        var bits = (int)Number(map, "record_size", ushort.MaxValue);
        if (bits is not (24 or 28 or 32)) throw new IpFormatException($"its records have {bits} bits, not 24, 28 or 32");
        var ip = (int)Number(map, "ip_version", ushort.MaxValue);
        if (ip is not (4 or 6)) throw new IpFormatException($"it is for IP version {ip}");
        var nodes = (uint)Number(map, "node_count", uint.MaxValue);
        if (nodes == 0) throw new IpFormatException("its search tree is empty");
        var epoch = map.TryFind(out var built, "build_epoch") ? built.UnsignedValue : UInt128.MaxValue;
        var time = epoch <= (UInt128)DateTimeOffset.MaxValue.ToUnixTimeSeconds() ? DateTimeOffset.FromUnixTimeSeconds((long)epoch) : (DateTimeOffset?)null;
        return new IpMetadata(nodes, bits, ip, map.TryFind(out var type, "database_type") ? type.Text : throw Missing("database_type"), time);
    }

    private static ulong Number(IpField map, string name, ulong most)
    {
        if (!map.TryFind(out var field, name)) throw Missing(name);
        var value = field.UnsignedValue;
        return value <= most ? (ulong)value : throw new IpFormatException($"its {name} is {value}");
    }

    private static IpFormatException Missing(string name) => new($"its metadata has no {name}");
}
