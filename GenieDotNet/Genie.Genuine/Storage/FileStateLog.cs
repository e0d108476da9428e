using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Genie.Genuine.Storage;

/// <summary>
/// The file of a store: eight bytes of name and version, eight random ones that tell one writing of the file from the next, then frames
/// of changes, each with its length and the beginning of its hash. Not for concurrent callers; writers hold the store's lock.
/// </summary>
internal sealed class FileStateLog
{
    private const int HeaderSize = 16;
    private ulong _generation;

    public StateTable Table { get; private set; } = new();

    /// <summary>Bytes of the file that were read.</summary>
    public long Length { get; private set; }

    private static ReadOnlySpan<byte> Magic => "GENSTAT1"u8;

    /// <summary>Writes a file of these records, which replaces the one before once it is on disk.</summary>
    public static void Create(string path, IEnumerable<KeyValuePair<string, StateRecord>> records)
    {
        var draft = path + ".new";
        using (var file = new FileStream(draft, PrivateFile.Options(FileMode.Create)))
        {
            file.Write(Magic);
            file.Write(RandomNumberGenerator.GetBytes(sizeof(ulong)));
            foreach (var (name, record) in records) file.Write(StateFrame.Encode([new StateChange(name, 0, record.Value)], record.Version));
            file.Flush(flushToDisk: true);
        }

        File.Move(draft, path, overwrite: true);
        PrivateFile.SynchroniseFolder(Path.GetDirectoryName(path)!);
    }

    /// <summary>Reads what others have written since.</summary>
    /// <param name="path">The file.</param>
    /// <param name="isWriter">The lock is held: what is not whole at the end was left by a process that ended, and goes.</param>
    /// <exception cref="StateRefusedException">No such file, or damaged in its midst.</exception>
    public void CatchUp(string path, bool isWriter)
    {
        using var file = new FileStream(path, new FileStreamOptions
        {
            Mode = FileMode.Open,
            Access = isWriter ? FileAccess.ReadWrite : FileAccess.Read,
            Share = FileShare.ReadWrite | FileShare.Delete,
            BufferSize = 0,
        });
        BeginAnewIfReplaced(file);
        if (file.Length == Length) return;
        file.Position = Length;
        var unread = new byte[file.Length - Length];
        file.ReadExactly(unread);
        var read = Read(unread);
        Length += read;
        if (!isWriter || read == unread.Length) return;
        file.SetLength(Length);
        file.Flush(flushToDisk: true);
    }

    /// <summary>Appends one frame and brings it to disk.</summary>
    public void Append(string path, IReadOnlyList<StateChange> changes)
    {
        var version = Table.LastVersion + 1;
        var frame = StateFrame.Encode(changes, version);
        using (var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Open, Access = FileAccess.Write, Share = FileShare.ReadWrite | FileShare.Delete, BufferSize = 0 }))
        {
            file.Position = Length;
            file.Write(frame);
            file.Flush(flushToDisk: true);
        }

        Length += frame.Length;
        Table.Apply([.. changes.Select(static change => change.Copy())], version);
    }

    private void BeginAnewIfReplaced(FileStream file)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        if (file.ReadAtLeast(header, HeaderSize, throwOnEndOfStream: false) < HeaderSize || !header.StartsWith(Magic)) throw new StateRefusedException();
        var generation = BinaryPrimitives.ReadUInt64BigEndian(header[Magic.Length..]);
        if (Length > 0 && generation == _generation && file.Length >= Length) return;
        (_generation, Length, Table) = (generation, HeaderSize, new StateTable());
    }

    /// <returns>Bytes of whole frames.</returns>
    private int Read(ReadOnlySpan<byte> bytes)
    {
        var read = 0;
        while (StateFrame.TryDecode(bytes[read..], out var changes, out var version, out var size))
        {
            Table.Apply(changes, version);
            read += size;
        }

        // A process that ended in the midst of writing leaves one frame that is not whole, and nothing behind it.
        if (StateFrame.IsFollowed(bytes[read..])) throw new StateRefusedException();
        return read;
    }
}
