using System.ComponentModel;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Genie.EventStore.Embedded.Disk;

/// <summary>The system calls after which bytes are on disk.</summary>
internal static partial class DiskSync
{
    private const int Interrupted = 4;
    private const int ReadOnlyCloseOnExec = 0x80000;

    /// <summary>A file's bytes. On Linux fdatasync, which leaves the time of modification to the file system; .NET has only fsync.</summary>
    public static void Data(SafeFileHandle file)
    {
        if (!OperatingSystem.IsLinux())
        {
            RandomAccess.FlushToDisk(file);
            return;
        }

        while (FDataSync(file) != 0) ThrowUnlessInterrupted("fdatasync");
    }

    /// <summary>A folder's entries. Windows has no such call and needs none: NTFS journals them.</summary>
    public static void Folder(string path)
    {
        if (OperatingSystem.IsWindows()) return;
        using var folder = Open(path, OperatingSystem.IsLinux() ? ReadOnlyCloseOnExec : 0);
        if (folder.IsInvalid) throw new IOException($"{path}: {Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError())}");
        while (FSync(folder) != 0) ThrowUnlessInterrupted("fsync");
    }

    private static void ThrowUnlessInterrupted(string call)
    {
        var error = Marshal.GetLastPInvokeError();
        if (error != Interrupted) throw new IOException($"{call}: {Marshal.GetPInvokeErrorMessage(error)}", new Win32Exception(error));
    }

    [LibraryImport("libc", EntryPoint = "fdatasync", SetLastError = true)]
    private static partial int FDataSync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int FSync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle Open(string path, int flags);
}
