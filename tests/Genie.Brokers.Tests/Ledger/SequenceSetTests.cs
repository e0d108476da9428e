using Genie.Brokers.Ledger;

namespace Genie.Brokers.Tests.Ledger;

public sealed class SequenceSetTests
{
    [Fact]
    public void Agrees_with_a_plain_set()
    {
        for (var seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            var (set, model) = (new SequenceSet(), new HashSet<ulong>());
            var (other, otherModel) = (new SequenceSet(), new HashSet<ulong>());
            var range = random.Next(1, 8000);
            foreach (var sequence in Shuffled(random, range).Concat(Shuffled(random, range / 2)))
            {
                if (random.Next(10) > 0) Assert.True(model.Add(sequence) == set.Add(sequence), $"seed {seed}, sequence {sequence}");
                if (random.Next(3) > 0) Assert.True(otherModel.Add(sequence) == other.Add(sequence), $"seed {seed}, sequence {sequence}");
            }

            Assert.Equal(model.Count, set.Count);
            Assert.True(Enumerable.Range(0, range + 2000).All(i => model.Contains((ulong)i) == set.Contains((ulong)i)), $"seed {seed}");
            Assert.True(model.Except(otherModel).Count() == set.CountMissingIn(other), $"seed {seed}");
            var limit = (ulong)random.Next(0, range + 2000);
            Assert.True(model.Count(sequence => sequence < limit) == set.CountBelow(limit), $"seed {seed}, limit {limit}");
        }
    }

    [Fact]
    public void A_run_without_holes_keeps_one_range_and_a_hole_only_its_own_chunk()
    {
        var set = new SequenceSet();
        for (ulong sequence = 0; sequence < 1_000_000; sequence++)
        {
            if (sequence != 5000) set.Add(sequence);
        }

        Assert.Equal(2, set.CompleteChunks.Count);
        Assert.Equal(2, set.OpenChunks.Count);
        Assert.True(set.Add(5000));
        Assert.Single(set.CompleteChunks);
        Assert.Single(set.OpenChunks);
        Assert.False(set.Add(5000));
    }

    [Fact]
    public void Sequences_at_the_far_end_cost_no_more()
    {
        var set = new SequenceSet();
        Assert.True(set.Add(ulong.MaxValue));
        Assert.True(set.Add(0));
        Assert.False(set.Add(ulong.MaxValue));
        Assert.Equal(2, set.OpenChunks.Count);
        Assert.Equal(1, set.CountBelow(ulong.MaxValue));
    }

    [Fact]
    public void Ten_million_sequences_in_order_allocate_next_to_nothing()
    {
        var set = new SequenceSet();
        for (ulong sequence = 0; sequence < 100_000; sequence++) set.Add(sequence);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (ulong sequence = 100_000; sequence < 10_000_000; sequence++) set.Add(sequence);

        // A collection that another thread brought about may count up to 8 KiB as this thread's.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000);
    }

    private static ulong[] Shuffled(Random random, int count)
    {
        var values = Enumerable.Range(0, count).Select(i => (ulong)i).ToArray();
        random.Shuffle(values);
        return values;
    }
}
