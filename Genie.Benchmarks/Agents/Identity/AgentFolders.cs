using Genie.Servers.Finding;

namespace Genie.Benchmarks.Agents.Identity;

/// <summary>Where keys and the books of known peers lie, beside the servers' state: see <see cref="ServerFolders.Root"/>.</summary>
internal static class AgentFolders
{
    // As the servers' own: some of them become another user, who must reach what is theirs.
    private const UnixFileMode Reachable = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
    private const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>An agent's own.</summary>
    public static string OfAgent => Path.Combine(ServerFolders.Root, "agent");

    /// <summary>That of a machine which uses agents.</summary>
    public static string OfController => Path.Combine(ServerFolders.Root, "agents");

    /// <summary>Creates one that only its user can read.</summary>
    public static void Create(string folder)
    {
        if (Path.GetDirectoryName(Path.GetFullPath(folder)) is { } parent && parent == ServerFolders.Root && !Directory.Exists(parent))
        {
            if (OperatingSystem.IsWindows()) Directory.CreateDirectory(parent);
            else Directory.CreateDirectory(parent, Reachable);
        }

        ServerFolders.CreatePrivate(folder);
    }

    /// <summary>Writes a file that only its user can read, whole or not at all.</summary>
    /// <param name="path">The file.</param>
    /// <param name="text">What it is to hold.</param>
    /// <param name="overwrite">False to fail if it is there.</param>
    /// <exception cref="IOException">It is there, or cannot be written.</exception>
    public static void Write(string path, string text, bool overwrite)
    {
        var draft = $"{path}.{Guid.NewGuid():N}";
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = Private;
        try
        {
            using (var writer = new StreamWriter(draft, options)) writer.Write(text);
            File.Move(draft, path, overwrite);
        }
        finally
        {
            File.Delete(draft);
        }
    }
}
