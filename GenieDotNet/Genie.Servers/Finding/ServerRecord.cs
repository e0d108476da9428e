using System.Text.Json;

namespace Genie.Servers.Finding;

/// <summary>What was written down about a server that was started, so that <c>down</c> ends that one and no other.</summary>
/// <param name="Url">Where it listens.</param>
/// <param name="Origin">How it was started.</param>
/// <param name="IsTemporary">True if the last program that uses it ends it; see <see cref="StartOptions.IsTemporary"/>.</param>
public sealed record ServerRecord(Uri Url, ServerOrigin Origin, bool IsTemporary = false)
{
    private const string FileName = "server.json";

    /// <summary>The record of a system's server that still runs; for one in a container, that was not ended by <c>down</c>.</summary>
    public static ServerRecord? Read(ServerSystem system)
    {
        var folder = ServerFolders.Of(system);
        var file = Path.Combine(folder, FileName);
        if (!File.Exists(file)) return null;
        try
        {
            var record = JsonSerializer.Deserialize<ServerRecord>(File.ReadAllText(file));
            return record is { Origin: ServerOrigin.Native } && ProcessIdentity.Read(folder) is not { IsAlive: true } ? null : record;
        }
        catch (JsonException)
        {
            // Cut short by a crash while it was written, before anything was started.
            return null;
        }
    }

    /// <summary>Writes it, before the server is started.</summary>
    internal void Write(ServerSystem system)
    {
        var folder = ServerFolders.Of(system);
        ServerFolders.CreateRoot();
        ServerFolders.CreatePrivate(folder);
        File.WriteAllText(Path.Combine(folder, FileName), JsonSerializer.Serialize(this));
    }

    /// <summary>Removes it, after the server was ended.</summary>
    internal static void Delete(ServerSystem system)
    {
        var file = Path.Combine(ServerFolders.Of(system), FileName);
        if (File.Exists(file)) File.Delete(file);
    }
}
