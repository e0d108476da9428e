using System.ComponentModel;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Genie.Genuine.Storage;

/// <summary>Files that their owner alone reads, and folders whose entries are on disk.</summary>
internal static partial class PrivateFile
{
    private const int Interrupted = 4;
    private const int ReadOnlyCloseOnExec = 0x80000;

    /// <summary>For a file that nobody else has open.</summary>
    public static FileStreamOptions Options(FileMode mode)
    {
        var options = new FileStreamOptions { Mode = mode, Access = FileAccess.ReadWrite, Share = FileShare.None, BufferSize = 0 };
        if (!OperatingSystem.IsWindows() && mode is FileMode.Create or FileMode.CreateNew or FileMode.OpenOrCreate)
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        return options;
    }

    /// <summary>Brings a folder's entries to disk, so that a renamed file is there after a crash. Windows has no such call and needs none: NTFS journals them.</summary>
    public static void SynchroniseFolder(string path)
    {
        if (OperatingSystem.IsWindows()) return;
        using var folder = Open(path, OperatingSystem.IsLinux() ? ReadOnlyCloseOnExec : 0);
        if (folder.IsInvalid) throw new IOException($"{path}: {Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError())}");
        while (FSync(folder) != 0)
        {
            var error = Marshal.GetLastPInvokeError();
            if (error != Interrupted) throw new IOException($"{path}: {Marshal.GetPInvokeErrorMessage(error)}", new Win32Exception(error));
        }
    }

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int FSync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle Open(string path, int flags);
}
