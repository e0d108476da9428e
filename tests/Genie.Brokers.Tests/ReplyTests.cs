namespace Genie.Brokers.Tests;

public sealed class ReplyTests
{
    [Fact]
    public void Disposing_again_or_a_copy_gives_back_nobody_elses_buffer()
    {
        var first = Reply.Copy([1, 2, 3]);
        var copy = first;
        first.Dispose();
        var later = Enumerable.Range(0, 50).Select(i => Reply.Copy([(byte)i])).ToArray();
        first.Dispose();
        copy.Dispose();
        var evenLater = Enumerable.Range(50, 50).Select(i => Reply.Copy([(byte)i])).ToArray();
        foreach (var (reply, i) in later.Concat(evenLater).Select((reply, i) => (reply, i))) Assert.Equal([(byte)i], reply.Payload.ToArray());
        Assert.Throws<ObjectDisposedException>(() => copy.Payload);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(511)]
    [InlineData(4096)]
    [InlineData(4097)]
    [InlineData(1_000_000)]
    public void Holds_a_payload_of_any_size(int length)
    {
        for (var round = 0; round < 3; round++)
        {
            var payload = new byte[length];
            new Random(length + round).NextBytes(payload);
            using var reply = Reply.Copy(payload);
            Assert.True(reply.Payload.Span.SequenceEqual(payload));
        }
    }

    [Fact]
    public void No_reply_at_all_is_empty_and_harmless()
    {
        default(Reply).Dispose();
        Assert.True(default(Reply).Payload.IsEmpty);
    }
}
