using System.Buffers.Binary;
using System.Text;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>
/// Sends commands of one client: each begins with the client's id and the command's own (the flyweights of
/// io.aeron.command, Aeron 1.51). Numbers are little-endian, texts ASCII after their length.
/// </summary>
internal sealed class CommandWriter(CommandBuffer buffer, long clientId)
{
    private const int NoRegistration = -1;
    private readonly byte[] _command = new byte[4096];
    private int _length;

    /// <summary>Adds an exclusive publication; returns the command's id, which is also the registration's.</summary>
    public long AddExclusivePublication(string channel, int streamId)
    {
        var id = Begin();
        Append(streamId);
        Append(channel);
        return Send(ProtocolMessage.AddExclusivePublication, id);
    }

    /// <summary>Adds a subscription.</summary>
    public long AddSubscription(string channel, int streamId)
    {
        var id = Begin();
        Append((long)NoRegistration);
        Append(streamId);
        Append(channel);
        return Send(ProtocolMessage.AddSubscription, id);
    }

    /// <summary>Adds a counter.</summary>
    public long AddCounter(int typeId, ReadOnlySpan<byte> key, string label)
    {
        var id = Begin();
        Append(typeId);
        Append(key.Length);
        key.CopyTo(_command.AsSpan(_length));
        _length += (key.Length + sizeof(int) - 1) & ~(sizeof(int) - 1);
        Append(label);
        return Send(ProtocolMessage.AddCounter, id);
    }

    /// <summary>Removes a publication; its receivers may read on.</summary>
    public void RemovePublication(long registrationId) => Remove(ProtocolMessage.RemovePublication, registrationId);

    /// <summary>Removes a subscription.</summary>
    public void RemoveSubscription(long registrationId) => Remove(ProtocolMessage.RemoveSubscription, registrationId);

    /// <summary>Removes a counter.</summary>
    public void RemoveCounter(long registrationId) => Remove(ProtocolMessage.RemoveCounter, registrationId);

    /// <summary>Says that the client lives.</summary>
    public void Keepalive() => Send(ProtocolMessage.ClientKeepalive, Begin());

    /// <summary>Says that the client ends, and everything that it added.</summary>
    public void Close() => TrySend(ProtocolMessage.ClientClose, Begin());

    private void Remove(int type, long registrationId)
    {
        var id = Begin();
        Append(registrationId);

        // Flags, which publications alone have: none.
        if (type == ProtocolMessage.RemovePublication) Append(0L);
        TrySend(type, id);
    }

    private long Begin()
    {
        var id = buffer.NextCorrelationId();
        Array.Clear(_command);
        _length = 0;
        Append(clientId);
        Append(id);
        return id;
    }

    private void Append(int value)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_command.AsSpan(_length), value);
        _length += sizeof(int);
    }

    private void Append(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_command.AsSpan(_length), value);
        _length += sizeof(long);
    }

    private void Append(string text)
    {
        if (text.Length > _command.Length - _length - sizeof(int)) throw new BrokerSettingException($"aeron: '{text[..64]}...' is too long for the media driver.");
        Append(text.Length);
        _length += Encoding.ASCII.GetBytes(text, _command.AsSpan(_length));
    }

    // A media driver that takes no commands is dead, or removes what belongs to a client of which it hears no more.
    private void TrySend(int type, long id)
    {
        try
        {
            Send(type, id);
        }
        catch (BrokerException error) when (error.IsTransient)
        {
            // There is nothing to be done about it.
        }
    }

    private long Send(int type, long id)
    {
        buffer.Write(type, _command.AsSpan(0, _length));
        return id;
    }
}
