namespace Genie.Genuine;

/// <summary>
/// A message was refused. It may have been changed, cut, replayed, reflected, sent to another, be too old or skip too
/// much: which of these is not revealed, for an attacker who sees the error could learn from it.
/// </summary>
public sealed class MessageRefusedException()
    : GenuineException("The message was refused. The session is as it was before; drop the message.");
