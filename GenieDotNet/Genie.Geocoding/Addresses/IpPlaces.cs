using System.Globalization;

namespace Genie.Geocoding.Addresses;

/// <summary>Reads the fields of GeoIP2 and GeoLite2.</summary>
internal static class IpPlaces
{
    /// <summary>The answer that a record makes.</summary>
    public static IpAnswer Read(object fields)
    {
        var country = Text(fields, "country", "iso_code") is { } iso ? new Area("country", iso, Text(fields, "country", "names", "en") ?? iso, Text(fields, "continent", "code") ?? "") : null;
        var place = new PlaceAnswer(
            LookupStatus.Nowhere,
            country,
            State(fields, country),
            PostalCode: Text(fields, "postal", "code") is { } code ? new Area("postal", code, code, country?.Code ?? "") : null,
            TimeZone: Text(fields, "location", "time_zone") is { } zone ? new Area("timezone", zone, zone, "") : null,
            Place: Text(fields, "city", "names", "en") is { } city ? new Area("place", Text(fields, "city", "geoname_id") ?? city, city, country?.Code ?? "") : null);
        if ((place.Country ?? place.State ?? place.Place ?? place.PostalCode ?? place.TimeZone) is not null) place = place with { Status = LookupStatus.Found };
        var location = Number(fields, "location", "latitude") is { } latitude && Number(fields, "location", "longitude") is { } longitude ? new GeoPoint(latitude, longitude) : (GeoPoint?)null;
        return new IpAnswer(place, location, Number(fields, "location", "accuracy_radius"));
    }

    private static Area? State(object fields, Area? country)
    {
        if (Find(fields, "subdivisions") is not IEnumerable<object> divisions || divisions.FirstOrDefault() is not { } first || Text(first, "iso_code") is not { } code) return null;
        return new Area("state", country is null ? code : $"{country.Code}-{code}", Text(first, "names", "en") ?? code, country?.Code ?? "");
    }

    private static object? Find(object? fields, params ReadOnlySpan<string> path)
    {
        foreach (var name in path) fields = fields is IReadOnlyDictionary<string, object> map ? map.GetValueOrDefault(name) : null;
        return fields;
    }

    private static string? Text(object fields, params ReadOnlySpan<string> path) => Convert.ToString(Find(fields, path), CultureInfo.InvariantCulture) is { Length: > 0 } text ? text : null;

    private static double? Number(object fields, params ReadOnlySpan<string> path) => Find(fields, path) is IConvertible and not string and var number ? Convert.ToDouble(number, CultureInfo.InvariantCulture) : null;
}
