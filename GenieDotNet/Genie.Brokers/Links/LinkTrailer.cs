namespace Genie.Brokers.Links;

/// <summary>
/// Ends a batch just before it is sent, as with one PING whose answer confirms all frames before it. Runs under the
/// writer's lock; the rules of <see cref="ILinkFrame.Write"/> hold.
/// </summary>
/// <returns>Bytes written, which may be none.</returns>
public delegate int LinkTrailer(Span<byte> destination);
