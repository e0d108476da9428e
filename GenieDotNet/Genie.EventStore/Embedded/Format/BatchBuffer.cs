namespace Genie.EventStore.Embedded.Format;

/// <summary>The bytes of a batch while it is made; kept and used again.</summary>
internal sealed class BatchBuffer
{
    private const int KeptBytesMax = 8 << 20;

    private byte[] _bytes = new byte[64 << 10];
    private int _length;

    /// <summary>Records added since <see cref="Begin"/>.</summary>
    public int Records { get; private set; }

    /// <summary>Bytes that the batch takes so far.</summary>
    public int Length => _length;

    /// <summary>The batch, header first.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    public void Begin()
    {
        if (_bytes.Length > KeptBytesMax) _bytes = new byte[64 << 10];
        _length = BatchHeader.HeaderBytes;
        Records = 0;
    }

    public void Add(in LogRecord record)
    {
        var needed = checked(_length + record.Length);
        if (needed > _bytes.Length) Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(needed, 2L * _bytes.Length)));
        _length += record.Write(_bytes.AsSpan(_length));
        Records++;
    }

    /// <summary>Adds a record as it stands in the log.</summary>
    public void Add(ReadOnlySpan<byte> record)
    {
        var needed = checked(_length + record.Length);
        if (needed > _bytes.Length) Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(needed, 2L * _bytes.Length)));
        record.CopyTo(_bytes.AsSpan(_length));
        _length += record.Length;
        Records++;
    }

    /// <summary>Takes back what was added since it had so many bytes and records.</summary>
    public void Return(int length, int records) => (_length, Records) = (length, records);

    public void Seal(ulong store, long number) => new BatchHeader(store, number, _length - BatchHeader.HeaderBytes, Records).Write(_bytes);
}
