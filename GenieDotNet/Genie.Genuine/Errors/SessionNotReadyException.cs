namespace Genie.Genuine;

/// <summary>The session cannot send: its side answers, and nothing has been received yet, or its counter has run out.</summary>
public sealed class SessionNotReadyException()
    : GenuineException("The session cannot send yet: decrypt the other side's first message, or start a session of your own.", isTransient: true);
