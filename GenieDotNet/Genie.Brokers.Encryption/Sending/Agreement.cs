using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Letters;

namespace Genie.Brokers.Encryption.Sending;

/// <summary>What a connection makes of a listener's welcome: a writer of letters, and a session once there is a request.</summary>
internal sealed class Agreement : IDisposable
{
    private readonly Lazy<(Conversation Conversation, UInt128 Session, byte[] Binding)> _session;
    private readonly LetterWriter _letters;
    private readonly byte[] _letterBinding;

    /// <exception cref="KeyRefusedException">The bundle has expired.</exception>
    public Agreement(Welcome welcome, PreKeys preKeys, string channel, EncryptionOptions options)
    {
        Welcome = welcome;
        Fetched = options.Clock.GetTimestamp();
        _letters = new LetterWriter(options.Identity, welcome.Bundle, options.Clock);
        _letterBinding = RequestFormat.BindingOfLetter(channel);
        _session = new(() =>
        {
            var conversation = new Conversation(preKeys, welcome.Bundle.Identity, options.Ratchet);
            conversation.Start(welcome.Bundle);
            var session = RequestFormat.SessionOf(conversation.Links[0].FirstMessage);
            return (conversation, session, RequestFormat.Binding(session, channel));
        });
    }

    public Welcome Welcome { get; }

    /// <summary>A timestamp of the clock.</summary>
    public long Fetched { get; set; }

    /// <summary>True if both come from the same memory and prekey: then there is nothing to agree anew.</summary>
    public bool IsOf(Welcome welcome) =>
        Welcome.Memory.AsSpan().SequenceEqual(welcome.Memory) && Welcome.Bundle.SignedPreKeyId == welcome.Bundle.SignedPreKeyId;

    /// <exception cref="KeyRefusedException">The bundle has expired.</exception>
    public byte[] SealLetter(MessageStamp stamp, ReadOnlySpan<byte> content)
    {
        var letter = _letters.Seal(stamp.Before(content), _letterBinding);
        return [MessageKind.Letter, .. letter];
    }

    /// <exception cref="KeyRefusedException">The bundle has expired.</exception>
    public byte[] SealRequest(MessageStamp stamp, ReadOnlySpan<byte> content)
    {
        var (conversation, session, binding) = _session.Value;
        return RequestFormat.Create(session, conversation.Encrypt(stamp.Before(content), binding));
    }

    /// <exception cref="GenuineException">It is not the listener's answer to this request.</exception>
    public ValueTask<byte[]> OpenAnswerAsync(byte[] request, ReadOnlyMemory<byte> answer, CancellationToken cancellationToken) =>
        _session.Value.Conversation.DecryptAsync(answer[1..], RequestFormat.BindingOfAnswer(request), cancellationToken);

    public void Dispose()
    {
        _letters.Dispose();
        if (_session.IsValueCreated) _session.Value.Conversation.Dispose();
    }
}
