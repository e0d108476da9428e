namespace Genie.Brokers.Encryption;

/// <summary>The other side could not be agreed with, or it refused a message, which was not handled.</summary>
public sealed class EncryptionException : BrokerException
{
    internal EncryptionException(string broker, string what, Exception? innerException = null)
        : base($"{broker}: {what}", isTransient: false, innerException)
    {
    }

    internal EncryptionException(string broker, RefusalReason reason, Exception? innerException = null)
        : base($"{broker}: {Describe(reason)}", isTransient: false, innerException) => Reason = reason;

    /// <summary>Why the listener refused, if it did.</summary>
    public RefusalReason? Reason { get; }

    private static string Describe(RefusalReason reason) => reason switch
    {
        RefusalReason.NotAdmitted => "the listener does not admit this identity",
        RefusalReason.UnknownSession => "a message was refused: it belongs to a session or prekey that the listener does not have",
        RefusalReason.Known => "a message was refused: it was handled before",
        RefusalReason.Overtaken => "a message was refused: a later one of its connection was handled before",
        RefusalReason.TooOld => "a message was refused: its time is over",
        RefusalReason.TooNew => "a message was refused: its sender's clock is ahead; set the clocks of both sides",
        RefusalReason.ForgottenConnection => "a message was refused: its connection was forgotten; open a new one",
        _ => "a message was refused: changed on the way, replayed, or for somebody else",
    };
}
