using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Storage;

/// <summary>Changes made in one step, as bytes: length, beginning of the hash, version, then name and value of each.</summary>
internal static class StateFrame
{
    private const int CheckSize = 8;
    private const int PrefixSize = sizeof(uint) + CheckSize;

    public static byte[] Encode(IReadOnlyList<StateChange> changes, long version)
    {
        using var writer = new StateWriter();
        writer.Next(PrefixSize);
        writer.Write(version);
        writer.Write((uint)changes.Count);
        foreach (var change in changes)
        {
            writer.WriteSized(Encoding.UTF8.GetBytes(change.Name));
            writer.Write(change.Value is null ? (byte)0 : (byte)1);
            if (change.Value is { } value) writer.WriteSized(value.Span);
        }

        var frame = writer.Written.ToArray();
        BinaryPrimitives.WriteUInt32BigEndian(frame, (uint)(frame.Length - PrefixSize));
        Check(frame.AsSpan(PrefixSize)).CopyTo(frame.AsSpan(sizeof(uint)));
        return frame;
    }

    /// <summary>False if no whole frame stands there.</summary>
    public static bool TryDecode(ReadOnlySpan<byte> bytes, out StateChange[] changes, out long version, out int size)
    {
        (changes, version, size) = ([], 0, 0);
        if (!HasLength(bytes, out size) || !Check(bytes[PrefixSize..size]).SequenceEqual(bytes.Slice(sizeof(uint), CheckSize))) return false;
        var reader = new StateReader(bytes[PrefixSize..size]);
        version = reader.ReadInt64();
        changes = new StateChange[reader.ReadCount(sizeof(uint) + 1)];
        for (var i = 0; i < changes.Length; i++)
        {
            var name = Encoding.UTF8.GetString(reader.ReadSized());
            changes[i] = new StateChange(name, 0, reader.ReadByte() == 0 ? (ReadOnlyMemory<byte>?)null : reader.ReadSized().ToArray());
        }

        reader.End();
        return true;
    }

    /// <summary>True if the frame that stands there ends before the bytes do: then it is no frame whose writing was interrupted.</summary>
    public static bool IsFollowed(ReadOnlySpan<byte> bytes) => HasLength(bytes, out var size) && size < bytes.Length;

    private static bool HasLength(ReadOnlySpan<byte> bytes, out int size)
    {
        size = 0;
        if (bytes.Length < PrefixSize) return false;
        var length = BinaryPrimitives.ReadUInt32BigEndian(bytes);
        if (length > (uint)(bytes.Length - PrefixSize)) return false;
        size = PrefixSize + (int)length;
        return true;
    }

    private static byte[] Check(ReadOnlySpan<byte> content) => SHA256.HashData(content)[..CheckSize];
}
