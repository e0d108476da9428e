namespace Genie.Servers;

/// <summary>A file that one program, or several readers, hold at a time; the operating system gives it back when the holder ends, also by a crash.</summary>
internal static class FileLock
{
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    // What the operating system answers where another has it: EWOULDBLOCK of Linux and of macOS, ERROR_SHARING_VIOLATION.
    private static readonly int[] HeldErrors = [11, 35, unchecked((int)0x80070020)];

    /// <summary>Waits until nobody else has it. The folder must exist.</summary>
    public static async Task<IDisposable> AcquireAsync(string file, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (TryAcquire(file) is { } held) return held;
            await Task.Delay(RetryDelay, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>The lock, or null where somebody else has it or shares it.</summary>
    public static IDisposable? TryAcquire(string file) => TryOpen(file, FileAccess.ReadWrite, FileShare.None);

    /// <summary>The lock together with others who share it, or null where somebody has it alone.</summary>
    public static IDisposable? TryShare(string file) => TryOpen(file, FileAccess.Read, FileShare.Read);

    private static FileStream? TryOpen(string file, FileAccess access, FileShare share)
    {
        try
        {
            return new FileStream(file, FileMode.OpenOrCreate, access, share);
        }
        catch (IOException error) when (HeldErrors.Contains(error.HResult))
        {
            return null;
        }
    }
}
