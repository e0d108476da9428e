using Genie.Extensions.Genius.Licences;

namespace GameLicenseExample.Keys;

/// <summary>The licence that a machine carries, as a line of Base64 in its folder. It has nothing secret in it.</summary>
internal static class LicenceFile
{
    private const string Name = "machine.licence";

    /// <summary>Keeps a licence in place of the one before; null: none is carried any more.</summary>
    public static void Keep(string folder, SignedLicence? licence)
    {
        var path = Path.Combine(folder, Name);
        if (licence is null)
        {
            File.Delete(path);
            return;
        }

        // Whoever reads it finds the old one or the new one, and no half of either.
        var draft = path + ".new";
        File.WriteAllText(draft, Convert.ToBase64String(licence.Document.Span) + "\n");
        File.Move(draft, path, overwrite: true);
    }

    /// <summary>The bytes of a folder's licence, not checked; null: there is none. No bytes: what is there is no Base64.</summary>
    public static byte[]? Read(string folder)
    {
        var path = Path.Combine(folder, Name);
        if (!File.Exists(path)) return null;
        try
        {
            return Convert.FromBase64String(File.ReadAllText(path));
        }
        catch (FormatException)
        {
            return [];
        }
    }
}
