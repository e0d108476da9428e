namespace Genie.Datagrams.Security;

/// <summary>
/// The server's handshakes whose clients have shown that they receive at their address, and not yet that they have the keys. Bounded: the oldest makes
/// room, so that whoever wants to keep others out has to open so many within a round trip of theirs.
/// </summary>
internal sealed class PendingHandshakes(long lifetimeMicroseconds)
{
    public const int Capacity = 1_024;

    private readonly Dictionary<(DatagramAddress Address, ulong Nonce), ServerKeys> _keys = [];
    private readonly Queue<((DatagramAddress Address, ulong Nonce) Client, ServerKeys Keys, long Until)> _byAge = new();

    public int Count => _keys.Count;

    public ServerKeys? Find((DatagramAddress Address, ulong Nonce) client) => _keys.GetValueOrDefault(client);

    public void Add((DatagramAddress Address, ulong Nonce) client, ServerKeys keys, long now)
    {
        while (_byAge.Count >= Capacity) RemoveOldest();
        _keys.Add(client, keys);
        _byAge.Enqueue((client, keys, now + lifetimeMicroseconds));
    }

    /// <summary>Forgets a handshake that is done.</summary>
    public void Remove((DatagramAddress Address, ulong Nonce) client)
    {
        if (_keys.Remove(client, out var keys)) keys.Dispose();
    }

    /// <summary>Forgets those that are too old.</summary>
    public void Expire(long now)
    {
        while (_byAge.TryPeek(out var oldest) && oldest.Until <= now) RemoveOldest();
    }

    private void RemoveOldest()
    {
        var (client, keys, _) = _byAge.Dequeue();

        // It may be done, and another one of the same client have its entry.
        if (_keys.GetValueOrDefault(client) == keys) Remove(client);
    }
}
