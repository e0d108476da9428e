namespace Genie.Genuine;

/// <summary>A stored session, conversation, record or file cannot be opened: another key, another version, or damage.</summary>
public sealed class StateRefusedException()
    : GenuineException("The stored state was refused. Is the storage key the one that it was stored with? If the state is lost, start a new session.");
