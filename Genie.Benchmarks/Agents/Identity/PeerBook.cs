using System.Text.Json;

namespace Genie.Benchmarks.Agents.Identity;

/// <summary>The machines that are trusted, in a file. Each is asked for anew, so that one that is removed is out at once.</summary>
/// <param name="path">The file.</param>
internal sealed class PeerBook(string path)
{
    private readonly Lock _lock = new();

    /// <summary>The agents that a controller knows.</summary>
    public static PeerBook OfAgents(string folder) => new(Path.Combine(folder, "agents.json"));

    /// <summary>The controllers that an agent obeys.</summary>
    public static PeerBook OfControllers(string folder) => new(Path.Combine(folder, "controllers.json"));

    /// <summary>All, by name.</summary>
    /// <exception cref="IOException">The file cannot be read, or is no such book.</exception>
    public IReadOnlyList<Peer> Read()
    {
        try
        {
            return File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllText(path), AgentJsonContext.Default.PeerArray) ?? [] : [];
        }
        catch (JsonException error)
        {
            throw new IOException($"{path} is damaged: {error.Message} Delete it and enrol again.", error);
        }
    }

    /// <summary>Adds one; one of the same name goes.</summary>
    public void Add(Peer peer)
    {
        lock (_lock) Write(Read().Where(each => each.Name != peer.Name).Append(peer));
    }

    /// <summary>Removes one.</summary>
    /// <returns>False if there was none.</returns>
    public bool Remove(string name)
    {
        lock (_lock)
        {
            var peers = Read();
            if (peers.All(peer => peer.Name != name)) return false;
            Write(peers.Where(peer => peer.Name != name));
            return true;
        }
    }

    private void Write(IEnumerable<Peer> peers) =>
        AgentFolders.Write(path, JsonSerializer.Serialize([.. peers.OrderBy(peer => peer.Name, StringComparer.Ordinal)], AgentJsonContext.Default.PeerArray), overwrite: true);
}
