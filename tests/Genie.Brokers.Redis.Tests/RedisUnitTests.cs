using Genie.Brokers.Multiplexing;
using Genie.Brokers.Redis.Official;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Tests;

/// <summary>The parts of the driver that need no server.</summary>
public sealed class RedisUnitTests
{
    [Fact]
    public void An_entry_that_was_deleted_has_only_its_id()
    {
        Assert.Equal(RedisEntryKind.Deleted, RedisDelivery.Read(new StreamEntry("1-1", []), out var delivery, out _));
        Assert.Equal("1-1", delivery.Id);
    }

    [Fact]
    public void An_entry_without_a_way_back_wants_no_answer()
    {
        Assert.Equal(RedisEntryKind.Message, RedisDelivery.Read(new StreamEntry("1-1", [new("m", "text")]), out var delivery, out var payload));
        Assert.Null(delivery.ReplyTo);
        Assert.Equal("text"u8, payload.Span);
    }

    [Fact]
    public void A_message_of_no_bytes_is_one_and_an_entry_with_other_fields_is_not()
    {
        Assert.Equal(RedisEntryKind.Message, RedisDelivery.Read(new StreamEntry("1-1", [new("m", "")]), out _, out var payload));
        Assert.True(payload.IsEmpty);
        Assert.Equal(RedisEntryKind.Foreign, RedisDelivery.Read(new StreamEntry("1-1", [new("data", "hello"), new("r", "somewhere")]), out _, out _));
    }

    [Fact]
    public void A_correlation_that_is_none_is_answered_to_nobody()
    {
        // Whatever the order in which another program adds the fields.
        NameValueEntry[] fields = [new("m", "x"), new("r", "somewhere"), new("c", "seven")];
        foreach (var order in new NameValueEntry[][] { fields, [.. fields.Reverse()] })
        {
            Assert.Equal(RedisEntryKind.Message, RedisDelivery.Read(new StreamEntry("1-1", order), out var delivery, out _));
            Assert.Null(delivery.ReplyTo);
        }
    }

    [Theory]
    [InlineData(0u, 0u)]
    [InlineData(7u, 1u)]
    [InlineData(uint.MaxValue, uint.MaxValue)]
    public void An_answer_carries_its_correlation(uint slot, uint generation)
    {
        var correlation = new Correlation(slot, generation);
        var frame = AnswerFrame.Compose(unchecked((long)correlation.ToUInt64()), [0, 1, 2]);
        Assert.True(AnswerFrame.TryRead(frame, out var read, out var envelope));
        Assert.Equal(correlation, read);
        Assert.Equal([0, 1, 2], envelope.ToArray());
        Assert.False(AnswerFrame.TryRead(frame.AsSpan(0, 7), out _, out _));
    }

    [Fact]
    public async Task A_full_window_opens_with_the_first_that_is_settled()
    {
        var window = new ReceiveWindow(2);
        Assert.Equal(2, await window.WaitAsync(default));
        window.Take();
        window.Take();
        var waiting = window.WaitAsync(default).AsTask();
        Assert.False(waiting.IsCompleted);
        window.GiveBack();
        Assert.Equal(1, await waiting);
        window.GiveBack();
        Assert.Equal(2, await window.WaitAsync(default));
    }
}
