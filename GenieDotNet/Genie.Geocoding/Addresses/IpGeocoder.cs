using System.Collections.Concurrent;
using System.Net;

namespace Genie.Geocoding.Addresses;

/// <summary>
/// Finds the place of an IP address in a MaxMind DB file with the fields of GeoIP2 and GeoLite2 (Country, City, Enterprise). A
/// record becomes an answer once; from then on a look-up allocates nothing. Safe for concurrent callers.
/// </summary>
public sealed class IpGeocoder
{
    private static readonly IpAnswer Nothing = new(new PlaceAnswer(LookupStatus.Nowhere), null, null);

    private readonly ConcurrentDictionary<int, IpAnswer> _answers = new();
    private readonly Func<int, IpRecord, IpAnswer> _read = static (_, record) => Read(record.Root);

    private IpGeocoder(IpDatabase database) => Database = database;

    /// <summary>The file, for what else it holds.</summary>
    public IpDatabase Database { get; }

    /// <summary>Maps a file.</summary>
    /// <exception cref="IpFormatException">It is no such file.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static IpGeocoder Open(string path) => new(IpDatabase.Open(path));

    /// <summary>Takes a file's bytes from memory.</summary>
    /// <exception cref="IpFormatException">They are no such file.</exception>
    public static IpGeocoder Load(ReadOnlySpan<byte> bytes) => new(IpDatabase.Load(bytes));

    /// <summary>Looks an address up. Its status is <see cref="LookupStatus.Nowhere"/> where the file has no record or the record no place.</summary>
    /// <exception cref="IpFormatException">The file is damaged there.</exception>
    public IpAnswer LookUp(IPAddress address) => Database.TryFind(address, out var record) ? _answers.GetOrAdd(record.Place, _read, record) : Nothing;

    private static IpAnswer Read(IpField root)
    {
        var country = Text(root, "country", "iso_code") is { } iso ? new Area("country", iso, Text(root, "country", "names", "en") ?? iso, Text(root, "continent", "code") ?? "") : null;
        var place = new PlaceAnswer(
            LookupStatus.Nowhere,
            country,
            State(root, country),
            PostalCode: Text(root, "postal", "code") is { } code ? new Area("postal", code, code, country?.Code ?? "") : null,
            TimeZone: Text(root, "location", "time_zone") is { } zone ? new Area("timezone", zone, zone, "") : null,
            Place: Text(root, "city", "names", "en") is { } city ? new Area("place", Code(root, "city", "geoname_id") ?? city, city, country?.Code ?? "") : null);
        if ((place.Country ?? place.State ?? place.Place ?? place.PostalCode ?? place.TimeZone) is not null) place = place with { Status = LookupStatus.Found };
        var location = Number(root, "location", "latitude") is { } latitude && Number(root, "location", "longitude") is { } longitude ? new GeoPoint(latitude, longitude) : (GeoPoint?)null;
        return new IpAnswer(place, location, Number(root, "location", "accuracy_radius"));
    }

    private static Area? State(IpField root, Area? country)
    {
        if (Text(root, "subdivisions", "0", "iso_code") is not { } code) return null;
        return new Area("state", country is null ? code : $"{country.Code}-{code}", Text(root, "subdivisions", "0", "names", "en") ?? code, country?.Code ?? "");
    }

    private static string? Text(IpField root, params ReadOnlySpan<string> path) => root.TryFind(out var field, path) ? field.Text : null;

    private static double? Number(IpField root, params ReadOnlySpan<string> path) => root.TryFind(out var field, path) ? field.Number : null;

    private static string? Code(IpField root, params ReadOnlySpan<string> path) =>
        root.TryFind(out var field, path) ? field.UnsignedValue.ToString(System.Globalization.CultureInfo.InvariantCulture) : null;
}
