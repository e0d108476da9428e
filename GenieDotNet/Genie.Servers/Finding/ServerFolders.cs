namespace Genie.Servers.Finding;

/// <summary>Where servers that were started keep their data: <c>$XDG_STATE_HOME/geniedotnet/NAME</c>, by default in <c>~/.local/state</c>.</summary>
public static class ServerFolders
{
    // Some servers refuse to run as root and become another user, who must reach the data but not see what else there is.
    private const UnixFileMode Reachable = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
    private const string LockSuffix = ".lock";
    private const string RootsFolder = "/var/lib/geniedotnet";

    /// <summary>The folder of all servers; each has a private one in it. GENIE_STATE names another one; root's is /var/lib/geniedotnet.</summary>
    public static string Root
    {
        get
        {
            if (Environment.GetEnvironmentVariable("GENIE_STATE") is { Length: > 0 } own) return Path.GetFullPath(own);
            if (!OperatingSystem.IsWindows() && Environment.IsPrivilegedProcess) return RootsFolder;
            var state = Environment.GetEnvironmentVariable("XDG_STATE_HOME") is { Length: > 0 } xdg && Path.IsPathRooted(xdg)
                ? xdg : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".local", "state");
            return Path.Combine(state, "geniedotnet");
        }
    }

    /// <summary>The folder of one system's server.</summary>
    public static string Of(ServerSystem system) => Path.Combine(Root, system.Name);

    /// <summary>Creates a private folder for a server that only this program uses, and holds it until the result is disposed of or the program ends.</summary>
    internal static (string Folder, IDisposable Held) CreateOwn(ServerSystem system)
    {
        CreateRoot();
        for (var number = 1; ; number++)
        {
            var folder = Path.Combine(Root, $"{system.Name}-own-{number}");
            if (FileLock.TryAcquire(folder + LockSuffix) is not { } held) continue;
            if (!Directory.Exists(folder))
            {
                CreatePrivate(folder);
                return (folder, held);
            }

            // What a program left that crashed; 'genie down' ends it.
            held.Dispose();
        }
    }

    /// <summary>Folders of servers of a system that programs had for themselves and left when they crashed, each held until it is disposed of.</summary>
    internal static IEnumerable<(string Folder, IDisposable Held)> LeftOwn(ServerSystem system)
    {
        if (!Directory.Exists(Root)) yield break;
        foreach (var folder in Directory.GetDirectories(Root, $"{system.Name}-own-*"))
        {
            if (FileLock.TryAcquire(folder + LockSuffix) is { } held) yield return (folder, held);
        }
    }

    /// <summary>Creates <see cref="Root"/>.</summary>
    public static void CreateRoot()
    {
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(Root);
        else Directory.CreateDirectory(Root, Reachable);
    }

    /// <summary>Creates a folder that only the user can read.</summary>
    public static void CreatePrivate(string folder)
    {
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
        else Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    /// <summary>Waits until no other program starts or ends this system's server; the operating system gives the lock back if the holder crashes.</summary>
    internal static Task<IDisposable> LockAsync(ServerSystem system, CancellationToken cancellationToken)
    {
        CreateRoot();
        return FileLock.AcquireAsync(Path.Combine(Root, $"{system.Name}{LockSuffix}"), cancellationToken);
    }

    /// <summary>Says that this program uses the system's server, until it is disposed of; the caller holds the lock.</summary>
    internal static IDisposable Use(ServerSystem system) => FileLock.TryShare(UsersFile(system))
        ?? throw new ServerException($"{UsersFile(system)} is held by a program that is not genie. End it, then try again.");

    /// <summary>Null where a program uses it; the caller holds the lock.</summary>
    internal static IDisposable? TryUseAlone(ServerSystem system) => FileLock.TryAcquire(UsersFile(system));

    private static string UsersFile(ServerSystem system) => Path.Combine(Root, $"{system.Name}.users");
}
