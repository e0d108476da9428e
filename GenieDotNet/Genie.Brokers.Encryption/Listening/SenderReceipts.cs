using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Ratchet;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>
/// Which messages of a sender have been handled, by connection. Of too many connections the one unused for longest is forgotten; what was
/// opened before it and is not remembered is refused from then on, so that nothing forgotten can come again. Not for concurrent callers.
/// </summary>
/// <param name="floor">Of a sender who may have been forgotten before: connections opened by then are refused.</param>
internal sealed class SenderReceipts(long floor = long.MinValue)
{
    private readonly Dictionary<ConnectionName, ConnectionReceipts> _connections = [];
    private long _floor = floor;
    private long _uses;

    /// <summary>The newest connection, for whoever forgets the whole sender.</summary>
    public long Newest => Math.Max(_floor, _connections.Count == 0 ? long.MinValue : _connections.Keys.Max(static name => name.Created));

    /// <summary>True once nothing remembered here can come again.</summary>
    public bool HasExpired(long now) => _connections.Values.All(connection => connection.Expires < now);

    /// <summary>Remembers a message that is handled now.</summary>
    /// <exception cref="RefusedException">It is not to be handled.</exception>
    public long Claim(MessageStamp stamp, MessageOrder order, long now, long expires, int capacity)
    {
        if (!_connections.TryGetValue(stamp.Connection, out var connection))
        {
            if (stamp.Connection.Created <= _floor) throw new RefusedException(RefusalReason.ForgottenConnection);
            MakeRoom(now, capacity);
            _connections[stamp.Connection] = connection = new ConnectionReceipts();
        }

        connection.Claim(stamp.Number, order, out var missingBefore);
        connection.Expires = Math.Max(connection.Expires, expires);
        connection.LastUse = ++_uses;
        return missingBefore;
    }

    public void Release(MessageStamp stamp) => _connections.GetValueOrDefault(stamp.Connection)?.Release(stamp.Number);

    public ulong CountUnhandled(ConnectionName connection, ulong sent) => _connections.GetValueOrDefault(connection)?.CountUnhandled(sent) ?? sent;

    public void Write(StateWriter writer)
    {
        writer.Write(_floor);
        writer.Write(_uses);
        writer.Write((uint)_connections.Count);
        foreach (var (name, connection) in _connections)
        {
            name.Write(writer.Next(ConnectionName.Size));
            connection.Write(writer);
        }
    }

    public static SenderReceipts Read(ref StateReader reader)
    {
        var receipts = new SenderReceipts { _floor = reader.ReadInt64(), _uses = reader.ReadInt64() };
        for (var left = reader.ReadCount(ConnectionName.Size); left > 0; left--)
        {
            var name = ConnectionName.Read(reader.Read(ConnectionName.Size));
            receipts._connections[name] = ConnectionReceipts.Read(ref reader);
        }

        return receipts;
    }

    private void MakeRoom(long now, int capacity)
    {
        if (_connections.Count < capacity) return;
        foreach (var expired in _connections.Where(pair => pair.Value.Expires < now).Select(static pair => pair.Key).ToArray()) _connections.Remove(expired);
        if (_connections.Count < capacity) return;
        var oldest = _connections.MinBy(static pair => pair.Value.LastUse).Key;
        _connections.Remove(oldest);
        _floor = Math.Max(_floor, oldest.Created);
    }
}
