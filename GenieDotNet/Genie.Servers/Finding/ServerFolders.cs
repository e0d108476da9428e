namespace Genie.Servers.Finding;

/// <summary>Where servers that were started keep their data: <c>$XDG_STATE_HOME/geniedotnet/NAME</c>.</summary>
public static class ServerFolders
{
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    /// <summary>The folder of all servers, private to the user. GENIE_STATE names another one.</summary>
    public static string Root
    {
        get
        {
            if (Environment.GetEnvironmentVariable("GENIE_STATE") is { Length: > 0 } own) return Path.GetFullPath(own);
            var state = Environment.GetEnvironmentVariable("XDG_STATE_HOME") is { Length: > 0 } xdg && Path.IsPathRooted(xdg)
                ? xdg : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".local", "state");
            return Path.Combine(state, "geniedotnet");
        }
    }

    /// <summary>The folder of one system's server.</summary>
    public static string Of(ServerSystem system) => Path.Combine(Root, system.Name);

    /// <summary>Creates a folder that only the user can read.</summary>
    public static void CreatePrivate(string folder)
    {
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
        else Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    /// <summary>Waits until no other program starts or ends this system's server; the operating system gives the lock back if the holder crashes.</summary>
    internal static async Task<IDisposable> LockAsync(ServerSystem system, CancellationToken cancellationToken)
    {
        CreatePrivate(Root);
        while (true)
        {
            try
            {
                return new FileStream(Path.Combine(Root, $"{system.Name}.lock"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException error) when (error is not (DirectoryNotFoundException or FileNotFoundException or PathTooLongException))
            {
                await Task.Delay(RetryDelay, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
