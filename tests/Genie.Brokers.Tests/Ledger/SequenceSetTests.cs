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
        Assert.Equal(2, set.PartialChunksCount);
        Assert.True(set.Add(5000));
        Assert.Single(set.CompleteChunks);
        Assert.Equal(1, set.PartialChunksCount);
        Assert.False(set.Add(5000));
    }

    [Fact]
    public void With_few_holes_it_agrees_with_a_plain_set_too()
    {
        for (var seed = 0; seed < 10; seed++)
        {
            var random = new Random(seed);
            var (set, model) = (new SequenceSet(), new HashSet<ulong>());
            var (other, otherModel) = (new SequenceSet(), new HashSet<ulong>());
            var (holesIn, late) = (random.Next(20, 3_000), new List<ulong>());
            for (ulong sequence = 0; sequence < 150_000; sequence++)
            {
                if (random.Next(holesIn) > 0) Assert.True(set.Add(sequence) & model.Add(sequence));
                else if (random.Next(2) > 0) late.Add(sequence);
                if (random.Next(holesIn) == 0) Assert.True(other.Add(sequence) & otherModel.Add(sequence));
            }

            // Confirmations that come late, and twice.
            foreach (var sequence in late) Assert.True(set.Add(sequence) & model.Add(sequence));
            for (var i = 0; i < 200; i++)
            {
                var any = (ulong)random.Next(150_000);
                Assert.Equal(model.Contains(any), set.Contains(any));
                Assert.Equal(model.Add(any), set.Add(any));
            }

            var limit = (ulong)random.Next(152_000);
            Assert.Equal(model.Count, set.Count);
            Assert.Equal(model.Count(sequence => sequence < limit), set.CountBelow(limit));
            Assert.Equal(model.Except(otherModel).Count(), set.CountMissingIn(other));
            Assert.Equal(otherModel.Except(model).Count(), other.CountMissingIn(set));
            var overlap = other.Union(new ChunkRange(20, 40));
            Assert.Equal(otherModel.Count(sequence => sequence / SequenceChunk.Bits is >= 20 and < 40), overlap);
            otherModel.UnionWith(Enumerable.Range(20 * SequenceChunk.Bits, 20 * SequenceChunk.Bits).Select(static sequence => (ulong)sequence));
            other.UnionWith(set);
            otherModel.UnionWith(model);
            Assert.Equal(otherModel.Count, other.Count);
            Assert.Equal(0, set.CountMissingIn(other));
            Assert.Equal(otherModel.Count, other.CountBelow(ulong.MaxValue));
        }
    }

    [Theory]
    [InlineData(1, 1_000)]
    [InlineData(100, 1_000)]
    public void Many_sequences_with_one_hole_in_a_thousand_stay_small(int sets, int holesIn)
    {
        const int Sequences = 20_000_000;
        var all = Enumerable.Range(0, sets).Select(static _ => (Confirmed: new SequenceSet(), Withdrawn: new SequenceSet())).ToArray();
        for (var i = 0; i < Sequences; i++)
        {
            var (set, sequence) = (all[i % sets], (ulong)(i / sets));
            if ((uint)(i * 2_654_435_761L >> 7) % holesIn > 0) set.Confirmed.Add(sequence);
            else set.Withdrawn.Add(sequence);
        }

        // 20 million take 4.4 MB as bitmaps: 2 GB a day at 100,000 a second.
        var (confirmed, withdrawn) = (all.Sum(static set => set.Confirmed.Bytes), all.Sum(static set => set.Withdrawn.Bytes));
        Assert.InRange(confirmed, 1, 100_000 + (sets * 4_000));
        Assert.InRange(withdrawn, 1, 100_000 + (sets * 4_000));
        Assert.Equal(Sequences, all.Sum(static set => set.Confirmed.Count + set.Withdrawn.Count));
    }

    [Fact]
    public void Sequences_at_the_far_end_cost_no_more()
    {
        var set = new SequenceSet();
        Assert.True(set.Add(ulong.MaxValue));
        Assert.True(set.Add(0));
        Assert.False(set.Add(ulong.MaxValue));
        Assert.Equal(2, set.OpenChunksCount);
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
