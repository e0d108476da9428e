namespace Genie.EventStore.Embedded.Disk;

/// <summary>
/// What an <see cref="IOException"/> is about. .NET gives as its HResult on Unix errno, on Windows the HRESULT of the system's error.
/// </summary>
internal static class DiskErrors
{
    // ERROR_DISK_FULL, ERROR_HANDLE_DISK_FULL, ERROR_DISK_QUOTA_EXCEEDED; ENOSPC, the same on Linux and macOS, and EDQUOT of both.
    private static readonly int[] NoRoom = OperatingSystem.IsWindows()
        ? [unchecked((int)0x80070070), unchecked((int)0x80070027), unchecked((int)0x8007050F)]
        : [28, OperatingSystem.IsLinux() ? 122 : 69];

    // ENFILE and EMFILE; ERROR_TOO_MANY_OPEN_FILES.
    private static readonly int[] TooManyFiles = OperatingSystem.IsWindows() ? [unchecked((int)0x80070004)] : [23, 24];

    /// <summary>True if the disk, or what its owner may take of it, is full.</summary>
    public static bool IsFull(IOException error) => NoRoom.Contains(error.HResult);

    /// <summary>True if the process, or the system, has too many files open.</summary>
    public static bool IsTooManyFiles(IOException error) => TooManyFiles.Contains(error.HResult);

    /// <summary>What a full disk throws.</summary>
    public static IOException Full(string message) => new(message, NoRoom[0]);
}
