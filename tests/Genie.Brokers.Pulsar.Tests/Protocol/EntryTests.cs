using Genie.Brokers.Pulsar.Wire;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Tests.Protocol;

public sealed class EntryTests
{
    [Fact]
    public void The_broker_is_told_once_all_messages_are_settled()
    {
        var entry = Rent(count: 130);
        for (var index = 129; index > 0; index--) Assert.False(entry.Settle(index, isHandled: true));
        Assert.True(entry.Settle(0, isHandled: true));
        Assert.True(entry.IsAllHandled);
        Assert.True(entry.Unsettled.IsEmpty);
    }

    [Fact]
    public void What_must_come_again_keeps_its_bit()
    {
        var entry = Rent(count: 70);
        for (var index = 0; index < 70; index++) entry.Settle(index, isHandled: index is not (3 or 69));
        Assert.Equal([1UL << 3, 1UL << 5], entry.Unsettled.ToArray());
    }

    [Fact]
    public void Of_a_batch_that_comes_again_only_what_was_not_acknowledged_is_wanted()
    {
        var entry = Rent(count: 70, unsettled: [1UL << 3]);
        Assert.Equal(1, entry.WantedCount);
        Assert.True(entry.IsWanted(3));
        Assert.False(entry.IsWanted(69));
        Assert.True(entry.Settle(3, isHandled: true));
        Assert.True(entry.IsAllHandled);
    }

    [Fact]
    public void A_single_message_has_no_bits_to_tell()
    {
        var entry = Rent(count: 0);
        Assert.True(entry.Settle(0, isHandled: false));
        Assert.True(entry.Unsettled.IsEmpty);
        Assert.False(entry.IsAllHandled);
    }

    private static PulsarEntry Rent(int count, ulong[]? unsettled = null) =>
        PulsarEntry.Rent(null!, new PulsarEntryFrame { BatchCount = count, Unsettled = unsettled });
}
