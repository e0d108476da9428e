using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Conversations;

/// <summary>One session of a conversation.</summary>
internal sealed class ConversationLink(RatchetSession session, byte[] firstMessage, bool isOurs, bool isConfirmed)
{
    public RatchetSession Session { get; } = session;

    /// <summary>What the initiator's messages begin with until they are answered; tells sessions apart.</summary>
    public byte[] FirstMessage { get; } = firstMessage;

    /// <summary>This side began it.</summary>
    public bool IsOurs { get; } = isOurs;

    /// <summary>The other side is known to have it.</summary>
    public bool IsConfirmed { get; set; } = isConfirmed;

    /// <summary>True if the other side began both, and this one before: then its first message was delayed.</summary>
    public bool WasBegunBefore(ConversationLink other) =>
        !IsOurs && !other.IsOurs && Conversations.FirstMessage.Begun(FirstMessage) < Conversations.FirstMessage.Begun(other.FirstMessage);

    /// <summary>Messages still carry <see cref="FirstMessage"/>.</summary>
    public bool IsIntroduced => IsOurs && !IsConfirmed;

    /// <summary>Whose initiator's ephemeral key comes first. Both sides find the same answer.</summary>
    public bool ComesBefore(ConversationLink other) =>
        Conversations.FirstMessage.EphemeralKey(FirstMessage).SequenceCompareTo(Conversations.FirstMessage.EphemeralKey(other.FirstMessage)) < 0;
}
