namespace Genie.Brokers.Aeron.Messaging;

/// <summary>
/// Puts messages together from their fragments, session by session (data frame flags of Aeron's transport protocol: begin
/// 0x80, end 0x40; a message in one frame has both). The bytes it returns are overwritten by the next message of the
/// subscription.
/// </summary>
internal sealed class MessageAssembler
{
    private const byte Begin = 0x80;
    private const byte End = 0x40;

    // A buffer that one large message made grow is not kept for a session that may never have another.
    private const int KeptBytesMax = 256 * 1024;

    private readonly Dictionary<int, Partial> _partials = [];
    private byte[] _single = new byte[2048];

    /// <summary>Takes a fragment.</summary>
    /// <param name="sessionId">Where it came from.</param>
    /// <param name="flags">Its frame's flags.</param>
    /// <param name="fragment">Its bytes.</param>
    /// <param name="message">The whole message.</param>
    /// <returns>True if the message is whole. A fragment whose beginning was missed is dropped.</returns>
    public bool TryAssemble(int sessionId, byte flags, ReadOnlySpan<byte> fragment, out ReadOnlyMemory<byte> message)
    {
        message = default;
        if ((flags & (Begin | End)) == (Begin | End))
        {
            if (_single.Length < fragment.Length) _single = new byte[fragment.Length];
            fragment.CopyTo(_single);
            message = _single.AsMemory(0, fragment.Length);
            return true;
        }

        if (!_partials.TryGetValue(sessionId, out var partial))
        {
            if ((flags & Begin) == 0) return false;
            _partials[sessionId] = partial = new Partial();
        }

        if ((flags & Begin) != 0) partial.Restart();
        else if (!partial.IsBegun) return false;
        partial.Append(fragment);
        if ((flags & End) == 0) return false;
        message = partial.Finish(KeptBytesMax);
        return true;
    }

    /// <summary>Discards what a session left unfinished.</summary>
    public void Discard(int sessionId) => _partials.Remove(sessionId);

    private sealed class Partial
    {
        private byte[] _bytes = [];
        private int _length;

        public bool IsBegun { get; private set; }

        public void Restart() => (_length, IsBegun) = (0, true);

        public void Append(ReadOnlySpan<byte> fragment)
        {
            if (_bytes.Length < _length + fragment.Length) Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, Math.Max(8192, _length + fragment.Length)));
            fragment.CopyTo(_bytes.AsSpan(_length));
            _length += fragment.Length;
        }

        public ReadOnlyMemory<byte> Finish(int keptBytesMax)
        {
            var message = _bytes.AsMemory(0, _length);
            if (_bytes.Length > keptBytesMax) _bytes = [];
            IsBegun = false;
            return message;
        }
    }
}
