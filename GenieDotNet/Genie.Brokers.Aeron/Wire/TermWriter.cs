using System.Buffers.Binary;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>
/// Appends messages to a log that nobody else appends to (ExclusivePublication and HeaderWriter of Aeron 1.51). The tail
/// moves first, so that the media driver knows how far a writer that died had got; a frame's length is negative until the
/// frame is whole, and positive for those who read it.
/// </summary>
internal sealed class TermWriter
{
    private const int FlagsOffset = 5;
    private const int TypeOffset = 6;
    private const int TermOffsetOffset = 8;
    private const int StreamOffset = 16;
    private const int TermIdOffset = 20;
    private const int ReservedOffset = 24;
    private const byte Begin = 0x80;
    private const byte End = 0x40;
    private const short PaddingType = 0;
    private const int PrefixBytes = sizeof(ulong);

    private readonly LogFile _log;
    private readonly int _versionFlagsType;
    private readonly long _session;
    private readonly int _stream;
    private int _index;
    private int _termId;
    private int _offset;
    private long _termBegin;

    /// <summary>Begins where the media driver set the tail.</summary>
    public TermWriter(LogFile log)
    {
        _log = log;
        var header = log.DefaultHeader;
        _versionFlagsType = BinaryPrimitives.ReadInt32LittleEndian(header[4..]);
        _session = BinaryPrimitives.ReadInt64LittleEndian(header[TermOffsetOffset..]) & ~0xFFFF_FFFFL;
        _stream = BinaryPrimitives.ReadInt32LittleEndian(header[StreamOffset..]);
        var termCount = log.Numbers.ReadInt32Acquire(LogFile.ActiveTermCountOffset);
        _index = termCount % LogFile.TermCount;
        var tail = log.Numbers.ReadInt64Acquire(TailOffset(_index));
        (_termId, _offset) = ((int)(tail >> 32), (int)tail);
        _termBegin = (long)(_termId - log.InitialTermId) << log.PositionBits;
    }

    /// <summary>Where the next frame goes.</summary>
    public long Position => _termBegin + _offset;

    /// <summary>Beyond this no position can be.</summary>
    private long PositionMax => (long)_log.TermBytes << 31;

    /// <summary>Appends a message in as many frames as it needs.</summary>
    /// <returns>False if the term had no room left, and the next one was begun: try again.</returns>
    public bool TryAppend(ulong prefix, ReadOnlySpan<byte> body)
    {
        var length = PrefixBytes + body.Length;
        var frames = Math.Max(1, (length + _log.PayloadBytesMax - 1) / _log.PayloadBytesMax);
        var required = ((frames - 1) * LogFile.Align(_log.PayloadBytesMax + LogFile.HeaderBytes))
            + LogFile.Align(length - ((frames - 1) * _log.PayloadBytesMax) + LogFile.HeaderBytes);
        var term = _log.Term(_index);
        _log.Numbers.WriteInt64Release(TailOffset(_index), ((long)_termId << 32) | (uint)(_offset + required));
        if (required > _log.TermBytes - _offset)
        {
            Pad(term);
            return false;
        }

        if (frames == 1) AppendFrame(term, Begin | End, prefix, true, body);
        else AppendFragments(term, prefix, body);
        return true;
    }

    /// <summary>True if no term can follow the one that is full.</summary>
    public bool IsAtEnd => _termBegin + _log.TermBytes >= PositionMax;

    /// <summary>Goes to the next term, which the media driver has cleaned meanwhile.</summary>
    public void Rotate()
    {
        _index = (_index + 1) % LogFile.TermCount;
        (_termId, _offset) = (_termId + 1, 0);
        _termBegin += _log.TermBytes;
        _log.Numbers.WriteInt64(TailOffset(_index), (long)_termId << 32);
        _log.Numbers.WriteInt32Release(LogFile.ActiveTermCountOffset, _termId - _log.InitialTermId);
    }

    private static int TailOffset(int index) => LogFile.TailsOffset + (index * sizeof(long));

    private void AppendFragments(SharedMemory term, ulong prefix, ReadOnlySpan<byte> body)
    {
        var first = _log.PayloadBytesMax - PrefixBytes;
        AppendFrame(term, Begin, prefix, true, body[..first]);
        for (var rest = body[first..]; !rest.IsEmpty;)
        {
            var part = rest[..Math.Min(rest.Length, _log.PayloadBytesMax)];
            rest = rest[part.Length..];
            AppendFrame(term, rest.IsEmpty ? End : 0, 0, false, part);
        }
    }

    private void AppendFrame(SharedMemory term, int flags, ulong prefix, bool hasPrefix, ReadOnlySpan<byte> body)
    {
        var prefixBytes = hasPrefix ? PrefixBytes : 0;
        var frameBytes = LogFile.HeaderBytes + prefixBytes + body.Length;
        var frame = term.Slice(_offset, LogFile.Align(frameBytes));
        WriteHeader(frame, frameBytes);
        frame.Bytes(FlagsOffset, 1)[0] = (byte)flags;
        if (hasPrefix) frame.WriteInt64(LogFile.HeaderBytes, (long)prefix);
        body.CopyTo(frame.Bytes(LogFile.HeaderBytes + prefixBytes, body.Length));
        frame.WriteInt32Release(0, frameBytes);
        _offset += frame.Length;
    }

    private void Pad(SharedMemory term)
    {
        var left = _log.TermBytes - _offset;
        if (left == 0) return;
        var frame = term.Slice(_offset, left);
        WriteHeader(frame, left);
        BinaryPrimitives.WriteInt16LittleEndian(frame.Bytes(TypeOffset, sizeof(short)), PaddingType);
        frame.WriteInt32Release(0, left);
        _offset = _log.TermBytes;
    }

    private void WriteHeader(SharedMemory frame, int frameBytes)
    {
        frame.WriteInt64Release(0, ((long)_versionFlagsType << 32) | (uint)-frameBytes);
        frame.WriteInt64(TermOffsetOffset, _session | (uint)_offset);
        frame.WriteInt32(StreamOffset, _stream);
        frame.WriteInt32(TermIdOffset, _termId);
        frame.WriteInt64(ReservedOffset, 0);
    }
}
