using System.Buffers;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Compression;

/// <summary>
/// The compressors of a connection: each side sends with the first of its own that the other has. A compressed message is its length and what the
/// compressor made of it.
/// </summary>
internal sealed class MessageCompression
{
    /// <summary>What a handshake may name.</summary>
    public const int MaxCompressors = 16;

    /// <summary>Shorter messages hardly get smaller.</summary>
    private const int MinBytes = 64;

    private readonly IDatagramCompressor? _sending;
    private readonly IDatagramCompressor? _receiving;

    private MessageCompression(IDatagramCompressor? sending, IDatagramCompressor? receiving) => (_sending, _receiving) = (sending, receiving);

    /// <summary>Null if both sides have none in common.</summary>
    /// <param name="own">Best first.</param>
    /// <param name="remote">The other side's, best first.</param>
    public static MessageCompression? Negotiate(IReadOnlyList<IDatagramCompressor> own, ReadOnlySpan<byte> remote)
    {
        IDatagramCompressor? sending = null, receiving = null;
        foreach (var compressor in own)
        {
            if (sending is null && remote.Contains(compressor.Id)) sending = compressor;
        }

        for (var i = 0; i < remote.Length && receiving is null; i++)
        {
            var id = remote[i];
            receiving = own.FirstOrDefault(compressor => compressor.Id == id);
        }

        return sending is null ? null : new MessageCompression(sending, receiving);
    }

    /// <summary>Refuses a list that a handshake cannot carry.</summary>
    public static void Check(IReadOnlyList<IDatagramCompressor> compressors)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(compressors.Count, MaxCompressors, nameof(DatagramOptions.Compressors));
        if (compressors.DistinctBy(compressor => compressor.Id).Count() < compressors.Count) throw new ArgumentException("Two compressors have the same id.", nameof(compressors));
    }

    /// <summary>Writes the ids of the compressors.</summary>
    public static void Write(ref WireWriter writer, IReadOnlyList<IDatagramCompressor> compressors)
    {
        writer.Write((byte)compressors.Count);
        foreach (var compressor in compressors) writer.Write(compressor.Id);
    }

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    public static ReadOnlySpan<byte> Read(scoped ref WireReader reader) => reader.Read(reader.ReadByte());

    /// <summary>Compresses a message into a buffer of <see cref="ArrayPool{T}.Shared"/>.</summary>
    /// <returns>Its bytes there, or 0 and no buffer if it would not get smaller.</returns>
    public int TryCompress(ReadOnlySpan<byte> message, out byte[] buffer)
    {
        buffer = [];
        if (message.Length < MinBytes || _sending is null) return 0;
        var rented = ArrayPool<byte>.Shared.Rent(message.Length);
        var writer = new WireWriter(rented.AsSpan(0, message.Length - 1));
        writer.WriteVariable(message.Length);
        if (!_sending.TryCompress(message, rented.AsSpan(writer.Length..(message.Length - 1)), out var written))
        {
            ArrayPool<byte>.Shared.Return(rented);
            return 0;
        }

        buffer = rented;
        return writer.Length + written;
    }

    /// <summary>Reverses <see cref="TryCompress"/> into a buffer of <see cref="ArrayPool{T}.Shared"/>.</summary>
    /// <param name="compressed">What has arrived.</param>
    /// <param name="maxBytes">The largest message that is taken.</param>
    /// <param name="buffer">Receives the message.</param>
    /// <returns>Its bytes, or -1 and no buffer if it is larger than was said, or none.</returns>
    public int TryDecompress(ReadOnlySpan<byte> compressed, int maxBytes, out byte[] buffer)
    {
        buffer = [];
        var reader = new WireReader(compressed);
        var length = reader.ReadVariable();
        if (reader.IsInvalid || length == 0 || length > maxBytes || _receiving is null) return -1;
        var rented = ArrayPool<byte>.Shared.Rent(length);
        if (!TryDecompress(reader.Read(reader.Left), rented.AsSpan(0, length)))
        {
            ArrayPool<byte>.Shared.Return(rented);
            return -1;
        }

        buffer = rented;
        return length;
    }

    private bool TryDecompress(ReadOnlySpan<byte> compressed, Span<byte> destination)
    {
        try
        {
            return _receiving!.TryDecompress(compressed, destination, out var written) && written == destination.Length;
        }
        catch (Exception)
        {
            // An application's compressor that fails over what a stranger has sent must not end the endpoint's thread.
            return false;
        }
    }
}
