using Genie.Brokers.Frame;
using Genie.Brokers.Ledger;

namespace Genie.Brokers.Tests.Ledger;

public sealed class DeliveryLedgerTests
{
    [Fact]
    public void Competing_workers_merge_exactly_whether_drained_or_not()
    {
        for (var seed = 0; seed < 100; seed++)
        {
            var random = new Random(seed);
            var workers = Enumerable.Range(0, random.Next(1, 4)).Select(_ => new DeliveryLedger(9)).ToArray();
            var merged = new DeliveryLedger(9);
            var arrivals = new Dictionary<(uint, ulong), int>();
            for (var i = 0; i < 5000; i++)
            {
                var (sender, sequence) = ((uint)random.Next(3), (ulong)random.Next(3000));
                arrivals[(sender, sequence)] = arrivals.GetValueOrDefault((sender, sequence)) + 1;
                var worker = workers[random.Next(workers.Length)];
                Assert.True(worker.Record(new MessageFrame(9, sender, sequence, 0)));
                if (seed % 2 == 0 && random.Next(500) == 0) Hand(worker, merged, drain: true);
            }

            foreach (var worker in workers) Hand(worker, merged, drain: seed % 2 == 0);
            Assert.True(arrivals.Count == merged.Delivered, $"seed {seed}");
            Assert.True(arrivals.Values.Sum(times => times - 1) == merged.Duplicated, $"seed {seed}");
        }
    }

    [Fact]
    public void Once_at_each_of_two_workers_is_one_duplicate()
    {
        var (first, second, merged) = (new DeliveryLedger(1), new DeliveryLedger(1), new DeliveryLedger(1));
        for (ulong sequence = 0; sequence < 3000; sequence++)
        {
            first.Record(new MessageFrame(1, 0, sequence, 0));
            if (sequence == 1500) second.Record(new MessageFrame(1, 0, sequence, 0));
        }

        Hand(first, merged, drain: false);
        Hand(second, merged, drain: false);
        Assert.Equal((3000, 1, 0), (merged.Delivered, merged.Duplicated, merged.Reordered));
    }

    [Fact]
    public void Only_first_arrivals_below_the_highest_are_reordered()
    {
        var ledger = new DeliveryLedger(1);
        foreach (var sequence in new ulong[] { 0, 2, 1, 1, 2, 5, 3, 4, 6 }) ledger.Record(new MessageFrame(1, 0, sequence, 0));
        Assert.Equal((7, 2, 3), (ledger.Delivered, ledger.Duplicated, ledger.Reordered));
    }

    [Fact]
    public void A_drained_ledger_hands_everything_over_and_keeps_the_order()
    {
        var (ledger, merged) = (new DeliveryLedger(1), new DeliveryLedger(1));
        ledger.Record(new MessageFrame(1, 70, 10, 0));
        ledger.Record(new MessageFrame(2, 70, 11, 0));
        ledger.CountCorrupted();
        Hand(ledger, merged, drain: true);
        Assert.Equal((0, 0, 0), (ledger.Delivered, ledger.Corrupted, ledger.Misrouted));
        ledger.Record(new MessageFrame(1, 70, 4, 0));
        Hand(ledger, merged, drain: true);
        Assert.Equal((2, 1, 1, 1), (merged.Delivered, merged.Reordered, merged.Corrupted, merged.Misrouted));
    }

    [Fact]
    public void An_export_without_holes_is_small()
    {
        var ledger = new DeliveryLedger(1);
        for (ulong sequence = 0; sequence < 1024 * 1000; sequence++) ledger.Record(new MessageFrame(1, 0, sequence, 0));
        using var export = new MemoryStream();
        ledger.Export(export);
        Assert.InRange(export.Length, 1, 100);
    }

    [Fact]
    public void A_cut_export_is_refused_at_every_length()
    {
        var ledger = new DeliveryLedger(1);
        for (ulong sequence = 0; sequence < 2500; sequence++) ledger.Record(new MessageFrame(1, (uint)(sequence % 2), sequence, 0));
        using var export = new MemoryStream();
        ledger.Export(export);
        for (var length = 0; length < export.Length; length++)
            Assert.Throws<InvalidDataException>(() => new DeliveryLedger(1).Merge(new MemoryStream(export.ToArray(), 0, length)));
        Assert.Throws<InvalidDataException>(() => new DeliveryLedger(2).Merge(new MemoryStream(export.ToArray())));
        Assert.Throws<InvalidDataException>(() => new DeliveryLedger(1).Merge(new MemoryStream(new byte[100])));
    }

    [Fact]
    public async Task Concurrent_records_lose_nothing()
    {
        var ledger = new DeliveryLedger(1);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(part => Task.Run(() =>
        {
            for (var i = part; i < 400_000; i += 8) ledger.Record(new MessageFrame(1, (uint)(i % 100), (ulong)(i / 100), 0));
        })));
        Assert.Equal((400_000, 0), (ledger.Delivered, ledger.Duplicated));
    }

    private static void Hand(DeliveryLedger from, DeliveryLedger to, bool drain)
    {
        using var export = new MemoryStream();
        from.Export(export, drain);
        export.Position = 0;
        to.Merge(export);
    }
}
