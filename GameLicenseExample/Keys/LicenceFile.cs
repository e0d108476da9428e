using Genie.Extensions.Genius.Licences;

namespace GameLicenseExample.Keys;

/// <summary>The licence that a machine carries, in its folder.</summary>
internal static class LicenceFile
{
    private const string Name = "machine.licence";

    /// <summary>Keeps a licence in place of the one before; null: none is carried any more.</summary>
    public static void Keep(string folder, SignedLicence? licence)
    {
        var path = Path.Combine(folder, Name);
        if (licence is null) File.Delete(path);
        else DocumentFile.Write(path, licence.Document.Span);
    }

    /// <summary>The bytes of a folder's licence, as <see cref="DocumentFile.Read"/> has them.</summary>
    public static byte[]? Read(string folder) => DocumentFile.Read(Path.Combine(folder, Name));
}
