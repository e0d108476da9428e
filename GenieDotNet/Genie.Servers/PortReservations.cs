namespace Genie.Servers;

/// <summary>
/// Which ports are given away: between a choice and the moment when the server listens, and while it restarts, nothing else tells. Each is a
/// locked byte of one file of this user, so they end with their process, however it ends.
/// </summary>
internal static class PortReservations
{
    private static readonly Lock Lock = new();
    private static readonly HashSet<int> Own = [];

    // Never closed: with it all of this process's locks on that file would be gone (fcntl(2)).
    private static readonly FileStream? File = Open();

    /// <summary>Takes one until the process ends; false where another process has it.</summary>
    /// <param name="port">The port.</param>
    /// <param name="isAgain">True where this process may have taken it before.</param>
    public static bool TryTake(int port, bool isAgain)
    {
        lock (Lock)
        {
            if (Own.Contains(port)) return isAgain;
            if (!TryLock(port)) return false;
            Own.Add(port);
            return true;
        }
    }

    private static bool TryLock(int port)
    {
        if (File is null || OperatingSystem.IsMacOS()) return true;
        try
        {
            File.Lock(port, 1);
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    /// <summary>Null where there is no such file: what listens is all that is known then. On macOS .NET has no locks of parts of files.</summary>
    private static FileStream? Open()
    {
        if (OperatingSystem.IsMacOS()) return null;

        // In one place even where TMPDIR differs.
        var file = Path.Combine(OperatingSystem.IsWindows() ? Path.GetTempPath() : "/tmp", $"geniedotnet-ports-{Environment.UserName}");
        try
        {
            return new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
