namespace Genie.Datagrams.Udp;

/// <summary>What somebody without a connection is told.</summary>
/// <param name="Type">A challenge, a refusal of his version, or a reset.</param>
/// <param name="To">Where he says that he is.</param>
/// <param name="Id">The nonce of his handshake, or the id that he sent to.</param>
/// <param name="Version">The version of his handshake, which is refused; 0 otherwise.</param>
internal readonly record struct StatelessReply(byte Type, DatagramAddress To, ulong Id, byte Version = 0);

/// <summary>
/// Answers to those without a connection, which wait until connections have had theirs and then go one a poll: a flood of strangers costs a live link the time of one answer, not of all that came
/// with its packet.
/// </summary>
internal sealed class StatelessReplies
{
    public const int Capacity = 256;

    // Most endpoints have no strangers.
    private StatelessReply[]? _ring;
    private int _first;
    private int _count;

    /// <summary>True if none waits.</summary>
    public bool IsEmpty => _count == 0;

    /// <summary>Keeps an answer for later.</summary>
    /// <returns>False if there is no room: one that waits must be taken first.</returns>
    public bool TryAdd(in StatelessReply reply)
    {
        if (_count == Capacity) return false;
        _ring ??= new StatelessReply[Capacity];
        _ring[(_first + _count++) % Capacity] = reply;
        return true;
    }

    /// <summary>Takes the one that waits the longest.</summary>
    public bool TryTake(out StatelessReply reply)
    {
        reply = default;
        if (_count == 0 || _ring is null) return false;
        reply = _ring[_first];
        (_first, _count) = ((_first + 1) % Capacity, _count - 1);
        return true;
    }
}
