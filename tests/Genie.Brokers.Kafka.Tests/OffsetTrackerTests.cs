using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

public sealed class OffsetTrackerTests
{
    private readonly OffsetTracker _offsets = new(partition: 3);

    [Fact]
    public void Nothing_is_committed_before_anything_was_handled()
    {
        Assert.Null(_offsets.Committable());
        _offsets.Begin(5);
        Assert.Null(_offsets.Committable());
        Assert.False(_offsets.IsIdle);
    }

    [Fact]
    public void What_has_something_unhandled_before_it_waits()
    {
        foreach (var offset in new long[] { 5, 6, 7 }) _offsets.Begin(offset);
        _offsets.End(7);
        _offsets.End(6);
        Assert.Null(_offsets.Committable());
        _offsets.End(5);
        Assert.Equal(8, _offsets.Committable());
        Assert.True(_offsets.IsIdle);
    }

    [Fact]
    public void A_position_is_committed_once()
    {
        _offsets.Begin(0);
        _offsets.End(0);
        _offsets.MarkCommitted(1);
        Assert.Null(_offsets.Committable());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2026)]
    public void Any_order_of_handling_commits_everything_and_never_too_much(int seed)
    {
        var random = new Random(seed);
        var open = new List<long>();
        long next = 0;
        for (var step = 0; step < 20_000; step++)
        {
            if (open.Count < 300 && random.Next(2) == 0)
            {
                // Compacted topics have gaps.
                next += 1 + random.Next(3);
                _offsets.Begin(next);
                open.Add(next);
            }
            else if (open.Count > 0)
            {
                var place = random.Next(open.Count);
                _offsets.End(open[place]);
                open.RemoveAt(place);
            }

            var oldestOpen = open.Count == 0 ? long.MaxValue : open.Min();
            Assert.True(_offsets.Committable() is not { } position || position <= oldestOpen, $"seed {seed}, step {step}");
        }

        foreach (var offset in open) _offsets.End(offset);
        Assert.Equal(next + 1, _offsets.Committable());
    }
}
