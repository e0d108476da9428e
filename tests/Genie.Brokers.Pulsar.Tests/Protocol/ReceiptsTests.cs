using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Tests.Protocol;

public sealed class ReceiptsTests
{
    private readonly List<(uint Slot, string? Error)> _settled = [];
    private readonly PulsarReceipts _receipts;

    public ReceiptsTests() => _receipts = Frames.NewReceipts((send, error) => _settled.Add((send.Correlation.Slot, error?.GetType().Name)), next: 10);

    [Fact]
    public void Each_SEND_is_settled_by_its_own_receipt()
    {
        Assert.Equal(10UL, _receipts.Note(Send(1)));
        Assert.Equal(11UL, _receipts.Note([Send(2), Send(3), Send(4)]));
        Assert.Equal(14UL, _receipts.Note(Send(5)));
        Assert.Equal(3, _receipts.Unanswered);
        _receipts.Settle(10, null);
        Assert.Equal([(1U, null)], _settled);
        _receipts.Settle(11, null);
        Assert.Equal([1U, 2U, 3U, 4U], _settled.Select(settled => settled.Slot));
        _receipts.Settle(14, new PulsarRefusedException(ServerError.ChecksumError, "why", isTransient: true));
        Assert.Equal((5U, nameof(PulsarRefusedException)), _settled[^1]);
        Assert.Equal(0, _receipts.Unanswered);
    }

    [Fact]
    public void What_was_passed_over_is_not_confirmed()
    {
        _receipts.Note(Send(1));
        _receipts.Note(Send(2));
        _receipts.Settle(11, null);
        Assert.Equal([(1U, nameof(LinkLostException)), (2U, null)], _settled);
    }

    [Fact]
    public void A_receipt_for_nothing_changes_nothing()
    {
        _receipts.Settle(3, null);
        _receipts.Note(Send(1));
        _receipts.Settle(9, null);
        Assert.Empty(_settled);
        Assert.Equal(1, _receipts.Unanswered);
    }

    [Fact]
    public void A_flush_waits_for_what_was_sent_before_and_for_no_more()
    {
        Assert.True(_receipts.FlushAsync().IsCompletedSuccessfully);
        _receipts.Note(Send(1));
        _receipts.Note([Send(2), Send(3)]);
        var flushed = _receipts.FlushAsync();
        _receipts.Note(Send(4));
        _receipts.Settle(10, null);
        Assert.False(flushed.IsCompleted);
        _receipts.Settle(11, null);
        Assert.True(flushed.IsCompletedSuccessfully);
    }

    private static PulsarSend Send(uint slot) => new(PulsarSendKind.Publication, new Correlation(slot, 0));
}
