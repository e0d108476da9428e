using System.Runtime.InteropServices;

namespace Genie.Benchmarks.Reporting;

/// <summary>
/// Writes a file that somebody named. A plain one is replaced as a whole, so that a reader never sees half of it, also where there is no room for all; links are followed. What is no plain file, such
/// as a pipe or a device, is written to.
/// </summary>
internal static partial class OutputFile
{
    private const string Unfinished = ".unfinished";

    // struct statx of linux/stat.h: the mode, in which the upper four bits are the kind.
    private const int CurrentFolder = -100;
    private const uint WantsType = 1;
    private const int StatusBytes = 256;
    private const int ModeOffset = 28;
    private const int KindMask = 0xf000;
    private const int RegularFile = 0x8000;

    private static readonly string[] SystemFolders = ["/dev/", "/proc/"];

    /// <summary>Writes it.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="write">Writes what it holds.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    public static async Task WriteAsync(string path, Func<Stream, Task> write)
    {
        if (!IsReplaced(path))
        {
            await using var stream = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            await write(stream).ConfigureAwait(false);
            return;
        }

        var target = new FileInfo(path).LinkTarget is null ? path : File.ResolveLinkTarget(path, returnFinalTarget: true)!.FullName;
        var unfinished = target + Unfinished;
        try
        {
            await using (var file = File.Create(unfinished)) await write(file).ConfigureAwait(false);
            File.Move(unfinished, target, overwrite: true);
        }
        catch (IOException)
        {
            if (File.Exists(unfinished)) File.Delete(unfinished);
            throw;
        }
    }

    /// <summary>Writes a text as UTF-8 without a mark.</summary>
    public static Task WriteAsync(string path, string text, CancellationToken cancellationToken) =>
        WriteAsync(path, async stream => await stream.WriteAsync(System.Text.Encoding.UTF8.GetBytes(text), cancellationToken).ConfigureAwait(false));

    // What the system shows there, a program's open files for example, is never a name to replace.
    private static bool IsReplaced(string path) => !Array.Exists(SystemFolders, folder => Path.GetFullPath(path).StartsWith(folder, StringComparison.Ordinal)) && (!OperatingSystem.IsLinux() || IsPlainOrNone(path));

    private static unsafe bool IsPlainOrNone(string path)
    {
        var status = stackalloc byte[StatusBytes];
        return ReadStatus(CurrentFolder, path, 0, WantsType, status) != 0 || (*(ushort*)(status + ModeOffset) & KindMask) == RegularFile;
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static unsafe partial int ReadStatus(int folder, string path, int flags, uint mask, byte* status);
}
