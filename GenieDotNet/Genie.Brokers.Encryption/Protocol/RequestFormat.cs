using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Genie.Genuine.Conversations;

namespace Genie.Brokers.Encryption.Protocol;

/// <summary>
/// A request: kind, session, message of a conversation. A session is named by a hash of what begins it, so nobody can give one the name of
/// another. Kind, session and channel are authenticated with the message, and an answer with all of its request.
/// </summary>
internal static class RequestFormat
{
    /// <summary>Bytes of kind and session.</summary>
    public const int PrefixSize = 1 + SessionSize;

    private const int SessionSize = 16;

    private static ReadOnlySpan<byte> SessionDomain => "Genie.Brokers.Encryption session 2"u8;

    private static ReadOnlySpan<byte> AnswerDomain => "Genie.Brokers.Encryption answer 2"u8;

    /// <summary>The name of the session that a first message begins.</summary>
    public static UInt128 SessionOf(ReadOnlySpan<byte> conversationMessage) => BinaryPrimitives.ReadUInt128BigEndian(
        SHA256.HashData((byte[])[.. SessionDomain, .. conversationMessage[..FirstMessage.Size]]));

    /// <summary>The session that a request names.</summary>
    public static UInt128 ReadSession(ReadOnlySpan<byte> request) => BinaryPrimitives.ReadUInt128BigEndian(request[1..]);

    /// <summary>Puts a request together.</summary>
    public static byte[] Create(UInt128 session, ReadOnlySpan<byte> conversationMessage)
    {
        var request = GC.AllocateUninitializedArray<byte>(PrefixSize + conversationMessage.Length);
        request[0] = MessageKind.Request;
        BinaryPrimitives.WriteUInt128BigEndian(request.AsSpan(1), session);
        conversationMessage.CopyTo(request.AsSpan(PrefixSize));
        return request;
    }

    /// <summary>What a request's encryption is bound to.</summary>
    public static byte[] Binding(UInt128 session, string channel)
    {
        var binding = new byte[PrefixSize + Encoding.UTF8.GetByteCount(channel)];
        binding[0] = MessageKind.Request;
        BinaryPrimitives.WriteUInt128BigEndian(binding.AsSpan(1), session);
        Encoding.UTF8.GetBytes(channel, binding.AsSpan(PrefixSize));
        return binding;
    }

    /// <summary>What a letter's encryption is bound to.</summary>
    public static byte[] BindingOfLetter(string channel) => [MessageKind.Letter, .. Encoding.UTF8.GetBytes(channel)];

    /// <summary>What the encryption of a request's answer is bound to.</summary>
    public static byte[] BindingOfAnswer(ReadOnlySpan<byte> request) => [.. AnswerDomain, .. SHA256.HashData(request)];
}
