namespace Genie.Datagrams;

/// <summary>
/// Compresses messages, each by itself. Safe for concurrent callers: applications' threads compress, the endpoint's decompresses.
/// </summary>
public interface IDatagramCompressor
{
    /// <summary>What both sides know the format by: 1 Brotli, 2 zlib, 3 LZ4; from 128 on an application's own.</summary>
    byte Id { get; }

    /// <summary>Compresses a message.</summary>
    /// <param name="message">The message, never empty.</param>
    /// <param name="destination">Smaller than the message: what does not fit is sent as it is.</param>
    /// <param name="written">Bytes written.</param>
    /// <returns>False if it does not fit.</returns>
    bool TryCompress(ReadOnlySpan<byte> message, Span<byte> destination, out int written);

    /// <summary>Reverses <see cref="TryCompress"/>. Never writes or keeps more than the destination holds, and throws nothing.</summary>
    /// <param name="compressed">What the other side has sent: anything.</param>
    /// <param name="destination">As large as the message is said to be.</param>
    /// <param name="written">Bytes written.</param>
    /// <returns>False if these bytes are nothing that was compressed, or more than the destination holds.</returns>
    bool TryDecompress(ReadOnlySpan<byte> compressed, Span<byte> destination, out int written);
}
