using System.Security.Cryptography;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Keys;

/// <summary>An identity in a file of 32 bytes, its seed, that its owner alone may read (mode 600; on Windows the folder's rights count).</summary>
public static class KeyFile
{
    private const int SeedSize = 32;
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const UnixFileMode FolderOwnerOnly = OwnerOnly | UnixFileMode.UserExecute;

    /// <summary>The identity of a file; a new one where there is no file yet.</summary>
    /// <param name="path">The file; its folder is made if it is not there.</param>
    /// <exception cref="KeyFileException">It is no such file, or others may read it.</exception>
    public static IdentityKeyPair OpenOrCreate(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        if (!File.Exists(path)) Create(path);
        if (!OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & ~OwnerOnly) != 0)
            throw new KeyFileException($"Others than its owner may use the key file {path}: make it yours alone with chmod 600, or delete it, if they may have, and ask for a licence anew.");
        var seed = File.ReadAllBytes(path);
        try
        {
            return seed.Length == SeedSize ? new IdentityKeyPair(seed) : throw new KeyFileException($"{path} has {seed.Length} bytes and is no key file: delete it, and a new one is made.");
        }
        finally
        {
            CryptographicOperations.ZeroMemory(seed);
        }
    }

    /// <summary>For a new file that its owner alone may read.</summary>
    internal static FileStreamOptions NewForOwner()
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 0 };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = OwnerOnly;
        return options;
    }

    private static void Create(string path)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
        else Directory.CreateDirectory(folder, FolderOwnerOnly);
        using var identity = IdentityKeyPair.Generate();
        var seed = identity.ExportSeed();
        var draft = $"{path}.{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8))}";
        using (var file = new FileStream(draft, NewForOwner()))
        {
            file.Write(seed);
            file.Flush(flushToDisk: true);
        }

        CryptographicOperations.ZeroMemory(seed);
        Keep(draft, path);
    }

    // Of two first runs at once one makes the key, and both use it.
    private static void Keep(string draft, string path)
    {
        try
        {
            File.Move(draft, path, overwrite: false);
        }
        catch (IOException) when (File.Exists(path))
        {
            File.Delete(draft);
        }
    }
}
