using System.Buffers.Binary;
using System.Text;

namespace Genie.Brokers.Encryption;

/// <summary>What the encryption of a session's messages is bound to: their kind, the session and the channel.</summary>
internal sealed class SessionBindings(ulong session, string channel)
{
    private readonly byte[] _request = Create(EncryptedMessage.Request, session, channel);
    private readonly byte[] _oneWay = Create(EncryptedMessage.OneWay, session, channel);
    private readonly byte[] _confirm = Create(EncryptedMessage.Confirm, session, channel);

    public byte[] Of(byte kind) => kind switch
    {
        EncryptedMessage.Request => _request,
        EncryptedMessage.OneWay => _oneWay,
        _ => _confirm,
    };

    private static byte[] Create(byte kind, ulong session, string channel)
    {
        var binding = new byte[EncryptedMessage.HeaderBytes + Encoding.UTF8.GetByteCount(channel)];
        binding[0] = kind;
        BinaryPrimitives.WriteUInt64BigEndian(binding.AsSpan(1), session);
        Encoding.UTF8.GetBytes(channel, binding.AsSpan(EncryptedMessage.HeaderBytes));
        return binding;
    }
}
