using System.Globalization;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Genuine;
using Genie.Genuine.Identities;
using Genie.Geocoding;

namespace GameLicenseExample.Commands;

/// <summary>Reads arguments as people write them.</summary>
internal static class GameArguments
{
    /// <summary>Where keys and events are kept where nothing else is said: <c>XDG_DATA_HOME/geniedotnet/game</c>, or the user's own folder for such files.</summary>
    public static string DefaultFolder
    {
        get
        {
            var data = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
            return Path.Combine(data.Length > 0 ? data : Path.GetTempPath(), "geniedotnet", "game");
        }
    }

    /// <summary>A place: <c>39.9956,-75.1145</c>.</summary>
    /// <exception cref="GameArgumentException">It is none.</exception>
    public static GeoPoint ReadPlace(string text) =>
        text.Split(',') is [var latitude, var longitude] && TryReadDegrees(latitude, 90, out var north) && TryReadDegrees(longitude, 180, out var east)
            ? new GeoPoint(north, east)
            : throw new GameArgumentException($"--at {text} is no place. It looks like this: --at 39.9956,-75.1145 (latitude, longitude, in degrees).");

    /// <summary>A public key: 64 hexadecimal digits.</summary>
    /// <param name="option">The option that it was given to.</param>
    /// <param name="text">The digits.</param>
    /// <exception cref="GameArgumentException">It is none.</exception>
    public static PublicIdentity ReadKey(string option, string text)
    {
        try
        {
            return new PublicIdentity(Convert.FromHexString(text));
        }
        catch (Exception error) when (error is FormatException or KeyRefusedException or ArgumentException)
        {
            throw new GameArgumentException($"{option} {text} is no key: it is 64 hexadecimal digits, as the server says its own when it starts and the live page shows machines'.");
        }
    }

    /// <summary>A rule of a region: <c>county:42101</c>.</summary>
    /// <exception cref="GameArgumentException">It is none.</exception>
    public static LicenceRule ReadRule(LicenceEffect effect, string text)
    {
        if (text.Split(':') is [var layer, { Length: > 0 } code] && RegionOf(layer, code) is { } region) return new LicenceRule(effect, $"{layer}-{code}", Condition.In(region));
        throw new GameArgumentException($"'{text}' is no region. It looks like this: county:42101, state:US-PA or country:US.");
    }

    private static AreaRegion? RegionOf(string layer, string code) => layer switch
    {
        "country" => RegionCondition.Country(code),
        "state" => RegionCondition.State(code),
        "county" => RegionCondition.County(code),
        _ => null,
    };

    private static bool TryReadDegrees(string text, double limit, out double degrees) =>
        double.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out degrees)
        && Math.Abs(degrees) <= limit;
}
