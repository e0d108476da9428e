using System.Buffers.Binary;
using Genie.Brokers.Multiplexing;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption;

/// <summary>
/// What goes through the system: a kind, a session's number, a body. The kind, the number and the channel are authenticated
/// with each message; an answer also names the request it answers, by the request's authentication tag.
/// </summary>
internal static class EncryptedMessage
{
    /// <summary>Asks for a session: the body is the sender's identity. The answer is the session's number and a prekey bundle.</summary>
    public const byte Hello = 1;

    /// <summary>A request, encrypted.</summary>
    public const byte Request = 2;

    /// <summary>A message without answer, encrypted.</summary>
    public const byte OneWay = 3;

    /// <summary>The first request of a session, encrypted and empty: its answer proves who listens.</summary>
    public const byte Confirm = 4;

    /// <summary>First byte of an answer: what was asked for follows.</summary>
    public const byte Answered = 0;

    /// <summary>First byte of an answer: the listener does not know the session.</summary>
    public const byte UnknownSession = 1;

    /// <summary>First byte of an answer: the listener does not admit the sender.</summary>
    public const byte NotAdmitted = 2;

    /// <summary>Bytes of kind and session.</summary>
    public const int HeaderBytes = 1 + sizeof(ulong);

    /// <summary>Bytes of an identity.</summary>
    public const int IdentityBytes = 32;

    private const int TagBytes = 16;

    /// <summary>What an encrypted message is longer than its payload at most: header, status of an answer, envelope.</summary>
    public static int OverheadBytes(int conversationOverhead) => HeaderBytes + ReplyEnvelope.HeaderBytes + conversationOverhead;

    /// <summary>A message of a kind.</summary>
    public static byte[] Create(byte kind, ulong session, ReadOnlySpan<byte> body)
    {
        var message = GC.AllocateUninitializedArray<byte>(HeaderBytes + body.Length);
        message[0] = kind;
        BinaryPrimitives.WriteUInt64BigEndian(message.AsSpan(1), session);
        body.CopyTo(message.AsSpan(HeaderBytes));
        return message;
    }

    /// <summary>The request for a session.</summary>
    public static byte[] CreateHello(PublicIdentity sender) => Create(Hello, 0, sender.Key);

    /// <summary>The session's number.</summary>
    public static ulong SessionOf(ReadOnlySpan<byte> message) => BinaryPrimitives.ReadUInt64BigEndian(message[1..]);

    /// <summary>What the encryption of a request's answer is bound to: the end of the request.</summary>
    public static byte[] BindingOfAnswer(ReadOnlySpan<byte> request) => [Answered, .. request[^Math.Min(TagBytes, request.Length)..]];
}
