namespace GameLicenseExample.Keys;

/// <summary>A signed document as a line of Base64 in a file. It has nothing secret in it.</summary>
internal static class DocumentFile
{
    /// <summary>Writes it in place of the one before.</summary>
    public static void Write(string path, ReadOnlySpan<byte> document)
    {
        // Whoever reads it finds the old one or the new one, and no half of either.
        var draft = path + ".new";
        File.WriteAllText(draft, Convert.ToBase64String(document) + "\n");
        File.Move(draft, path, overwrite: true);
    }

    /// <summary>Its bytes, not checked; null: there is none. No bytes: what is there is no Base64.</summary>
    public static byte[]? Read(string path)
    {
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
