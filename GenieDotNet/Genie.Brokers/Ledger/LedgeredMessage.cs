using Genie.Brokers.Frame;

namespace Genie.Brokers.Ledger;

/// <summary>
/// A reusable message that is a sender of its own: begin, write the payload, send, await, begin again. Keep one per
/// request in flight. Sequences are counted here and not per connection because concurrent callers of one connection
/// overtake one another between taking a number and sending, which would look like the broker's reordering.
/// </summary>
public sealed class LedgeredMessage : FramedMessage
{
    private readonly SenderLedger _ledger;

    internal LedgeredMessage(SenderLedger ledger) => _ledger = ledger;

    internal SenderLedger Ledger => _ledger;

    /// <summary>Empties the buffer and takes the next sequence, to be found in <see cref="FramedMessage.Frame"/>. It counts
    /// as sent from now on.</summary>
    /// <param name="intendedSendTimeNanoseconds">When it should leave, on the caller's clock.</param>
    public void Begin(long intendedSendTimeNanoseconds) =>
        Begin(new MessageFrame(_ledger.Run, _ledger.Sender, _ledger.Next(), intendedSendTimeNanoseconds));

    /// <summary>Another message of the same sender, for one caller that keeps several under way: it begins and sends them
    /// one after the other, so that an overtaking is not its own.</summary>
    public LedgeredMessage CreateSibling() => new(_ledger);

    /// <summary>Takes back a message that was begun but will not be sent.</summary>
    public void Abandon() => _ledger.Withdraw(Frame.Sequence);
}
