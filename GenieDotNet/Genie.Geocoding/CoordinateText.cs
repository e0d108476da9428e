using System.Globalization;
using System.Text.RegularExpressions;

namespace Genie.Geocoding;

/// <summary>Reads a place as people, phones and maps on the web write it.</summary>
internal static partial class CoordinateText
{
    private const string Number = @"[0-9]+(?:\.[0-9]*)?";

    /// <summary>Reads two angles, a <c>geo:</c> address (RFC 5870) or a link to a map.</summary>
    /// <returns>False if it is none of these, out of range, or could be read in two ways.</returns>
    public static bool TryParse(string text, out GeoPoint point)
    {
        text = text.Trim().Replace('\u2212', '-');
        if (text.StartsWith("geo:", StringComparison.OrdinalIgnoreCase)) return TryGeoUri(text[4..], out point);
        if (text.StartsWith("http://", StringComparison.OrdinalIgnoreCase) || text.StartsWith("https://", StringComparison.OrdinalIgnoreCase)) return TryLink(text, out point);
        return TryPair(text, out point);
    }

    // geo:38.87,-77.05,20;crs=wgs84;u=10, and Android's geo:0,0?q=38.87,-77.05(Label).
    private static bool TryGeoUri(string text, out GeoPoint point)
    {
        point = default;
        var parts = text.Split('?', 2);
        if (parts.Length == 2 && Query().Match("?" + parts[1]) is { Success: true } query) return TryDecimal(query, out point);
        var parameters = parts[0].Split(';');
        if (parameters.Skip(1).Any(static one => one.StartsWith("crs=", StringComparison.OrdinalIgnoreCase) && !one.Equals("crs=wgs84", StringComparison.OrdinalIgnoreCase))) return false;
        return parameters[0].Split(',') is [var latitude, var longitude, .. { Length: <= 1 }] && GeoPoint.TryParse(latitude, longitude, out point);
    }

    // What is marked on the map goes before where the map is looked at.
    private static bool TryLink(string text, out GeoPoint point)
    {
        text = Uri.UnescapeDataString(text);
        foreach (var match in new[] { Pin().Matches(text).LastOrDefault(), Marker().Match(text), Query().Match(text), View().Match(text), Hash().Match(text) })
        {
            if (match is { Success: true }) return TryDecimal(match, out point);
        }

        point = default;
        return false;
    }

    private static bool TryDecimal(Match match, out GeoPoint point) => GeoPoint.TryParse(match.Groups["lat"].Value, match.Groups["lon"].Value, out point);

    private static bool TryPair(string text, out GeoPoint point)
    {
        point = default;
        var letters = text.ToUpperInvariant();
        if (Suffixed().Match(letters) is { Success: true } suffixed) return TryLettered(suffixed, out point);
        if (Prefixed().Match(letters) is { Success: true } prefixed) return TryLettered(prefixed, out point);
        var halves = Halves().Match(text);
        return halves.Success && TryAngle(halves.Groups["lat"].Value, 90, out var latitude) && TryAngle(halves.Groups["lon"].Value, 180, out var longitude) && Set(latitude, longitude, out point);
    }

    private static bool TryLettered(Match match, out GeoPoint point)
    {
        point = default;
        var (first, second) = (match.Groups["first"].Value[0], match.Groups["second"].Value[0]);
        var (one, other) = (match.Groups["one"].Value, match.Groups["other"].Value);
        if (first is 'E' or 'W') (first, second, one, other) = (second, first, other, one);

        // A sign beside a letter says it twice, or says two things.
        if (first is not ('N' or 'S') || second is not ('E' or 'W') || one.AsSpan().IndexOfAny('+', '-') >= 0 || other.AsSpan().IndexOfAny('+', '-') >= 0) return false;
        return TryAngle(one, 90, out var latitude) && TryAngle(other, 180, out var longitude) && Set(first == 'S' ? -latitude : latitude, second == 'W' ? -longitude : longitude, out point);
    }

    private static bool Set(double latitude, double longitude, out GeoPoint point)
    {
        point = new GeoPoint(latitude, longitude);
        return true;
    }

    private static bool TryAngle(string text, double limit, out double degrees)
    {
        degrees = 0;
        var match = Angle().Match(text.Trim());
        if (!match.Success) return false;
        var (whole, minutes, seconds) = (match.Groups["d"].Value, match.Groups["m"].Value, match.Groups["s"].Value);
        if ((minutes.Length > 0 && whole.Contains('.', StringComparison.Ordinal)) || (seconds.Length > 0 && minutes.Contains('.', StringComparison.Ordinal))) return false;
        var (inMinutes, inSeconds) = (Read(minutes), Read(seconds));
        if (inMinutes >= 60 || inSeconds >= 60) return false;
        degrees = Read(whole) + (inMinutes / 60) + (inSeconds / 3600);
        if (match.Groups["sign"].Value == "-") degrees = -degrees;
        return Math.Abs(degrees) <= limit;
    }

    private static double Read(string number) => number.Length == 0 ? 0 : double.Parse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);

    // 38.87, 38.87°, 38°52.2', 38 52 12, 38°52'12", with typographic signs too.
    [GeneratedRegex($"""^(?<sign>[+-])?\s*(?<d>{Number})(?:\s*[°º:]\s*|\s+|$)(?:(?<m>{Number})(?:\s*['′’:]\s*|\s+|$)(?:(?<s>{Number})\s*(?:["″”]|''|′′|’’)?)?)?$""")]
    private static partial Regex Angle();

    [GeneratedRegex("^(?<one>[^NSEW]+)(?<first>[NSEW])[\\s,;/]*(?<other>[^NSEW]+)(?<second>[NSEW])$")]
    private static partial Regex Suffixed();

    [GeneratedRegex("^(?<first>[NSEW])(?<one>[^NSEW]+?)[\\s,;/]*(?<second>[NSEW])(?<other>[^NSEW]+)$")]
    private static partial Regex Prefixed();

    // Between two angles: a comma, semicolon or slash, or nothing but space before a number that is alone there or has its own degree sign.
    [GeneratedRegex($"""^(?<lat>[^,;/]+?)(?:\s*[,;/]\s*(?<lon>[^,;/]+)|(?<=^[+-]?{Number}|[°º'′’"″”])\s+(?<lon>[+-]?{Number}|[+-]?{Number}\s*[°º][^°º,;/]*))$""")]
    private static partial Regex Halves();

    // Google's place: .../data=!3d38.87!4d-77.05
    [GeneratedRegex("!3d(?<lat>-?[0-9.]+)!4d(?<lon>-?[0-9.]+)")]
    private static partial Regex Pin();

    // OpenStreetMap's marker, and what many others write.
    [GeneratedRegex("[?&#]m?lat(?:itude)?=(?<lat>-?[0-9.]+)&m?(?:lon|lng|long|longitude)=(?<lon>-?[0-9.]+)(?=$|[&#])", RegexOptions.IgnoreCase)]
    private static partial Regex Marker();

    // Google, Apple, Waze, Bing.
    [GeneratedRegex("[?&](?:q|query|ll|sll|daddr|destination|coordinate|center|cp)=(?:loc:)?(?<lat>[+-]?[0-9.]+)[,~ ]\\s*(?<lon>[+-]?[0-9.]+)(?=$|[&#(,])", RegexOptions.IgnoreCase)]
    private static partial Regex Query();

    // Google's view: /@38.87,-77.05,15z
    [GeneratedRegex("/@(?<lat>-?[0-9.]+),(?<lon>-?[0-9.]+)(?=$|[,/?#])")]
    private static partial Regex View();

    // OpenStreetMap's view: #map=15/38.87/-77.05
    [GeneratedRegex("[#&]map=[0-9.]+/(?<lat>-?[0-9.]+)/(?<lon>-?[0-9.]+)(?=$|[&])")]
    private static partial Regex Hash();
}
