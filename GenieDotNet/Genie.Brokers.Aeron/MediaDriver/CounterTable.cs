using System.Text;

namespace Genie.Brokers.Aeron.MediaDriver;

/// <summary>The counters in the media driver's file (CountersReader of Agrona 1.51): for each a name of 512 bytes, and a value
/// with the ids of what it belongs to.</summary>
internal readonly struct CounterTable(SharedMemory metadata, SharedMemory values)
{
    /// <summary>The longest key in bytes.</summary>
    public const int KeyBytesMax = 112;

    /// <summary>The longest label in characters.</summary>
    public const int LabelLengthMax = 380;

    private const int RecordBytes = 512;
    private const int ValueBytes = 128;
    private const int TypeOffset = 4;
    private const int KeyOffset = 16;
    private const int LabelLengthOffset = 128;
    private const int LabelOffset = 132;
    private const int RegistrationOffset = 8;
    private const int Unused = 0;
    private const int Allocated = 1;

    private readonly SharedMemory _metadata = metadata;
    private readonly SharedMemory _values = values;

    /// <summary>The value of a counter: its first eight bytes.</summary>
    public SharedMemory Value(int counterId) => _values.Slice((long)counterId * ValueBytes, sizeof(long));

    /// <summary>The first label that begins with the given text, or null.</summary>
    public string? FindLabel(ReadOnlySpan<byte> start)
    {
        for (var offset = 0; offset + RecordBytes <= _metadata.Length && _metadata.ReadInt32Acquire(offset) is var state and not Unused; offset += RecordBytes)
        {
            var label = _metadata.Bytes(offset + LabelOffset, Math.Clamp(_metadata.ReadInt32(offset + LabelLengthOffset), 0, LabelLengthMax));
            if (state == Allocated && label.StartsWith(start)) return Encoding.ASCII.GetString(label);
        }

        return null;
    }

    /// <summary>Finds the counters of a type whose key begins with the given bytes.</summary>
    /// <param name="typeId">The type.</param>
    /// <param name="keyStart">The key's first bytes.</param>
    /// <param name="found">Filled with the registration id and the four bytes that follow in the key.</param>
    public void Find(int typeId, ReadOnlySpan<byte> keyStart, List<(long RegistrationId, int Number)> found)
    {
        found.Clear();
        for (var offset = 0; offset + RecordBytes <= _metadata.Length; offset += RecordBytes)
        {
            var state = _metadata.ReadInt32Acquire(offset);
            if (state == Unused) return;
            if (state != Allocated || _metadata.ReadInt32(offset + TypeOffset) != typeId
                || !_metadata.Bytes(offset + KeyOffset, keyStart.Length).SequenceEqual(keyStart)) continue;
            var registrationId = _values.ReadInt64Acquire((offset / RecordBytes * ValueBytes) + RegistrationOffset);
            if (registrationId != 0) found.Add((registrationId, _metadata.ReadInt32(offset + KeyOffset + keyStart.Length)));
        }
    }
}
