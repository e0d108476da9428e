namespace Genie.Brokers.Links;

/// <summary>Bytes as they are: a frame that was made before.</summary>
/// <param name="bytes">The frame; the caller's again when the write completes.</param>
public readonly struct BytesFrame(ReadOnlyMemory<byte> bytes) : ILinkFrame
{
    /// <inheritdoc/>
    public int SizeMax => bytes.Length;

    /// <inheritdoc/>
    public int Write(Span<byte> destination)
    {
        bytes.Span.CopyTo(destination);
        return bytes.Length;
    }
}
