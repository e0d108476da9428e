using System.Buffers;
using System.Text.Json;

namespace Genie.Geocoding.Maps.Import;

/// <summary>
/// Reads JSON texts, one or many, from a stream token by token or value by value. It holds no more than about twice the largest
/// value. The separator of text sequences (RFC 8142: U+001E) counts as white space: a string can never hold it unescaped.
/// </summary>
internal sealed class JsonStream(Stream source) : IDisposable
{
    private const int FirstBytes = 256 * 1024;
    private const int MaxBytes = 1 << 30;
    private const byte RecordSeparator = 0x1E;

    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(FirstBytes);
    private JsonReaderState _state = new(new JsonReaderOptions { AllowMultipleValues = true });
    private (int Place, JsonReaderState State)? _mark;
    private int _start;
    private int _end;
    private bool _isEnded;
    private bool _isBegun;

    /// <summary>Bytes held at a time.</summary>
    public int BufferBytes => _buffer.Length;

    /// <summary>Remembers this place, so that <see cref="Rewind"/> comes back to it.</summary>
    public void Mark() => _mark = (_start, _state);

    /// <summary>Goes back to the mark.</summary>
    public void Rewind()
    {
        (_start, _state) = _mark!.Value;
        _mark = null;
    }

    /// <summary>Clears the mark, so that what was read need not be kept.</summary>
    public void Unmark() => _mark = null;

    /// <summary>Reads one token.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="text">What a name or a string says, else null.</param>
    /// <returns>False at the end.</returns>
    /// <exception cref="JsonException">This is no JSON.</exception>
    public bool Read(out JsonTokenType type, out string? text)
    {
        while (true)
        {
            var reader = new Utf8JsonReader(_buffer.AsSpan(_start, _end - _start), _isEnded, _state);
            if (reader.Read())
            {
                type = reader.TokenType;
                text = type is JsonTokenType.PropertyName or JsonTokenType.String ? reader.GetString() : null;
                Consume(ref reader);
                return true;
            }

            if (_isEnded)
            {
                (type, text) = (JsonTokenType.None, null);
                return false;
            }

            Fill();
        }
    }

    /// <summary>Reads one whole value, or the end of the array or object around it.</summary>
    /// <param name="value">Its bytes, valid until the next call.</param>
    /// <returns>False at the end.</returns>
    /// <exception cref="JsonException">This is no JSON.</exception>
    public bool ReadValue(out ReadOnlySpan<byte> value)
    {
        value = default;
        while (true)
        {
            var reader = new Utf8JsonReader(_buffer.AsSpan(_start, _end - _start), _isEnded, _state);
            if (reader.Read())
            {
                var from = (int)reader.TokenStartIndex;
                var isEnd = reader.TokenType is JsonTokenType.EndArray or JsonTokenType.EndObject;
                if (isEnd || reader.TrySkip())
                {
                    if (!isEnd) value = _buffer.AsSpan(_start + from, (int)reader.BytesConsumed - from);
                    Consume(ref reader);
                    return !isEnd;
                }
            }
            else if (_isEnded)
            {
                return false;
            }

            Fill();
        }
    }

    /// <summary>Gives the memory back; the stream is its owner's.</summary>
    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = [];
    }

    private void Consume(ref Utf8JsonReader reader)
    {
        _start += (int)reader.BytesConsumed;
        _state = reader.CurrentState;
    }

    // As much as there is room for: a value is looked at from its start each time, so that small steps would make it slow.
    private void Fill()
    {
        var keep = _mark?.Place ?? _start;
        if (keep == 0 && _end == _buffer.Length) Grow();
        _buffer.AsSpan(keep, _end - keep).CopyTo(_buffer);
        (_start, _end) = (_start - keep, _end - keep);
        if (_mark is { } mark) _mark = (0, mark.State);
        var free = _buffer.AsSpan(_end);
        var count = source.ReadAtLeast(free, free.Length, throwOnEndOfStream: false);
        _isEnded = count < free.Length;
        free[..count].Replace(RecordSeparator, (byte)' ');
        _end += count;
        if (_isBegun) return;
        _isBegun = true;
        if (_buffer.AsSpan(0, _end).StartsWith("\uFEFF"u8)) _start += 3;
        if (_mark is not null) Mark();
    }

    private void Grow()
    {
        if (_buffer.Length >= MaxBytes) throw new JsonException($"one value has more than {MaxBytes:N0} bytes");
        var larger = ArrayPool<byte>.Shared.Rent(2 * _buffer.Length);
        _buffer.AsSpan(0, _end).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = larger;
    }
}
