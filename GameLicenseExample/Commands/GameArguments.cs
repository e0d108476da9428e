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
    /// <summary>The layers of the issuer's map.</summary>
    public static readonly AreaLayer[] Layers = [AreaLayer.Country, AreaLayer.State, AreaLayer.County];

    /// <summary>Where keys and events are kept where nothing else is said: <c>XDG_DATA_HOME/geniedotnet/game</c>, or the user's own folder for such files.</summary>
    public static string DefaultFolder
    {
        get
        {
            var data = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
            return Path.Combine(data.Length > 0 ? data : Path.GetTempPath(), "geniedotnet", "game");
        }
    }

    /// <summary>A place, in every way that <see cref="GeoPoint.TryParse(string, out GeoPoint)"/> reads: <c>39.9956,-75.1145</c>, with letters, minutes and seconds, or a link to a map.</summary>
    /// <exception cref="GameArgumentException">It is none.</exception>
    public static GeoPoint ReadPlace(string text) =>
        GeoPoint.TryParse(text, out var place)
            ? place
            : throw new GameArgumentException($"--at {text} is no place. It looks like this: --at 39.9956,-75.1145 (latitude, longitude, in degrees), --at \"39.9956N 75.1145W\", or a link to a map.");

    /// <summary>A folder for keys and events; it is made if it is not there.</summary>
    /// <exception cref="GameArgumentException">Nothing can be kept there.</exception>
    public static string ReadFolder(string path)
    {
        try
        {
            if (OperatingSystem.IsWindows()) Directory.CreateDirectory(path);
            else Directory.CreateDirectory(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

            // Whether files can be made there is known only by making one.
            var probe = Path.Combine(path, $".{Guid.NewGuid():n}");
            using (new FileStream(probe, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 1, FileOptions.DeleteOnClose)) return path;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            throw new GameArgumentException($"--folder {path}: no files can be kept there. Name a folder that you may write to.");
        }
    }

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
    /// <exception cref="GameArgumentException">It is none, or of a layer that the issuer's map has not.</exception>
    public static LicenceRule ReadRule(LicenceEffect effect, string text)
    {
        try
        {
            return new LicenceRule(effect, text.Replace(':', '-'), Condition.In(RegionText.Parse(text, Layers)));
        }
        catch (InvalidRegionException error)
        {
            throw new GameArgumentException(error.Message);
        }
    }
}
