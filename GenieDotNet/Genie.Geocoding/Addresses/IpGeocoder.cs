using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;
using MaxMind.Db;

namespace Genie.Geocoding.Addresses;

/// <summary>
/// Finds the place of an IP address in a MaxMind DB file with the fields of GeoIP2 and GeoLite2 (Country, City, Enterprise), which
/// MaxMind's own library reads. Safe for concurrent callers.
/// </summary>
public sealed class IpGeocoder : IDisposable
{
    private static readonly IpAnswer Nothing = new(new PlaceAnswer(LookupStatus.Nowhere), null, null);

    private readonly Reader _reader;

    private IpGeocoder(Reader reader) => _reader = reader;

    /// <summary>What the file says about itself.</summary>
    public Metadata Metadata => _reader.Metadata;

    /// <summary>Maps a file. Put a newer one in its place by renaming.</summary>
    /// <remarks>A file that is refused stays mapped until the process ends; MaxMind.Db 5.2 does not give it back.</remarks>
    /// <exception cref="IpFormatException">It is no such file.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static IpGeocoder Open(string path) => new(Guard(() => new Reader(path)));

    /// <summary>Takes a file's bytes from memory.</summary>
    /// <exception cref="IpFormatException">They are no such file.</exception>
    public static IpGeocoder Load(ReadOnlySpan<byte> bytes)
    {
        using var stream = new MemoryStream(bytes.ToArray());
        return new IpGeocoder(Guard(() => new Reader(stream)));
    }

    /// <summary>Reads an address: four decimal numbers without leading zeros, or IPv6, in brackets or not; IPv4 that is mapped into IPv6 is IPv4.</summary>
    /// <returns>False for what programs read differently (<c>010.1.1.1</c> is octal to some, <c>1.2</c> is short), and for an address of one link alone (<c>fe80::1%eth0</c>).</returns>
    public static bool TryParseAddress(string text, [NotNullWhen(true)] out IPAddress? address)
    {
        ArgumentNullException.ThrowIfNull(text);
        return IpText.TryParse(text, out address);
    }

    /// <summary>Looks an address up. Its status is <see cref="LookupStatus.Nowhere"/> where the file has no record or the record no place.</summary>
    /// <exception cref="IpFormatException">The file is damaged there.</exception>
    public IpAnswer LookUp(IPAddress address) => TryFind(address, out var record) ? IpPlaces.Read(record.Fields) : Nothing;

    /// <summary>Finds all that the file says about an address.</summary>
    /// <returns>False if it has no record; so it is for an IPv6 address in a file for IPv4 only.</returns>
    /// <exception cref="IpFormatException">The file is damaged there.</exception>
    public bool TryFind(IPAddress address, [NotNullWhen(true)] out IpRecord? record)
    {
        ArgumentNullException.ThrowIfNull(address);
        record = null;
        address = IpText.Normalise(address);
        if (Metadata.IPVersion == 4 && address.AddressFamily == AddressFamily.InterNetworkV6) return false;
        var bits = 0;
        if (Guard(() => _reader.Find<object>(address, out bits)) is { } fields) record = new IpRecord(fields, bits);
        return record is not null;
    }

    /// <inheritdoc/>
    public void Dispose() => _reader.Dispose();

    // What the library throws where a file is damaged; most are its own, some those of the types that it fills.
    private static T Guard<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception exception) when (exception is InvalidDatabaseException or DeserializationException or ArgumentException or InvalidOperationException or InvalidCastException or IndexOutOfRangeException or OverflowException or KeyNotFoundException or EndOfStreamException)
        {
            throw new IpFormatException(exception.Message, exception);
        }
    }
}
