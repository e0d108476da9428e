using GameLicenseExample.Keys;
using Genie.Genuine;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Serving;

/// <summary>Where a running licence server is asked, as a file of its folder, for commands that are given the same folder.</summary>
/// <param name="Server">Its key.</param>
/// <param name="Broker">The messaging system's name.</param>
/// <param name="Url">The system's address; null for its default.</param>
internal sealed record ServerAddress(PublicIdentity Server, string Broker, string? Url)
{
    private const string FileName = "server.address";

    /// <summary>Puts it there; it goes when the returned object is disposed of.</summary>
    public IDisposable Publish(string folder)
    {
        var path = PathIn(folder);

        // For its owner alone: the system's address may have a password in it.
        File.Delete(path);
        using (var file = new StreamWriter(path, KeyFile.NewForOwner())) file.Write($"{Server} {Broker} {Url}".TrimEnd());
        return new PublishedFile(path);
    }

    /// <summary>The address of the server that runs in a folder; null if none does.</summary>
    public static ServerAddress? Read(string folder)
    {
        if (!File.Exists(PathIn(folder))) return null;
        try
        {
            return File.ReadAllText(PathIn(folder)).Split(' ') is [var key, var broker, .. var url] ? new ServerAddress(new PublicIdentity(Convert.FromHexString(key)), broker, url.FirstOrDefault()) : null;
        }
        catch (Exception error) when (error is FormatException or KeyRefusedException)
        {
            return null;
        }
    }

    /// <summary>The address of the server that runs in a folder.</summary>
    /// <exception cref="Commands.GameArgumentException">None does.</exception>
    public static ServerAddress ReadRunning(string folder) => Read(folder)
        ?? throw new Commands.GameArgumentException($"No licence server runs in {folder}. Start one with the command demo or serve, or name its folder with --folder; one in a game's own process (--local) is not reached.");

    private static string PathIn(string folder) => Path.Combine(folder, FileName);

    private sealed class PublishedFile(string path) : IDisposable
    {
        public void Dispose() => File.Delete(path);
    }
}
