namespace Genie.Brokers.Links;

/// <summary>
/// One protocol frame to be written, as a struct: the compiler makes a <see cref="LinkWriter"/> method for it alone, so
/// that nothing is allocated or called through an interface.
/// </summary>
public interface ILinkFrame
{
    /// <summary>Bytes that <see cref="Write"/> needs at most.</summary>
    int SizeMax { get; }

    /// <summary>
    /// Writes the frame and returns its length. It runs under the writer's lock, in the order in which frames go out, so
    /// a driver may also note here what answers to expect. It must not block, throw or write to the link.
    /// </summary>
    int Write(Span<byte> destination);
}
