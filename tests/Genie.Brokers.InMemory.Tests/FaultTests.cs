using Genie.Brokers.InMemory.Faults;
using Genie.Brokers.Ledger;

namespace Genie.Brokers.InMemory.Tests;

/// <summary>Rule 3: what is injected is what is reported, exactly, seed by seed.</summary>
public sealed class FaultTests
{
    private const int Seeds = 1000;
    private const int Messages = 40;
    private const int Chance = 100_000;

    [Fact]
    public Task Without_faults_everything_is_zero() => ForEachSeedAsync(async seed =>
    {
        var plan = new FaultPlan { Seed = seed };
        foreach (var run in new[] { await FaultRun.SendAsync(plan, Messages), await FaultRun.SendAsync(plan, Messages, Confirmation.Accepted), await FaultRun.RequestAsync(plan, Messages) })
        {
            Assert.Equal(new LedgerCounts { Sent = Messages, Confirmed = Messages, Delivered = Messages }, run.Report);
            Assert.Equal(new LedgerCounts(), run.Bystander);
        }

        return 1;
    });

    [Fact]
    public Task Loss_after_a_buffered_send_is_loss_after_confirmation() => ForEachSeedAsync(async seed =>
    {
        var run = await FaultRun.SendAsync(new FaultPlan { Seed = seed, LossPerMillion = Chance }, Messages);
        var lost = run.Injected!.Injected(FaultKind.Loss);
        Assert.Equal(Sent() with { Delivered = Messages - lost, Lost = lost, LostAfterConfirm = lost }, run.Report);
        return lost;
    });

    [Fact]
    public Task A_duplicate_is_counted_once_each() => ForEachSeedAsync(async seed =>
    {
        var run = await FaultRun.SendAsync(new FaultPlan { Seed = seed, DuplicatePerMillion = Chance }, Messages);
        var doubled = run.Injected!.Injected(FaultKind.Duplicate);
        Assert.Equal(Sent() with { Duplicated = doubled }, run.Report);
        return doubled;
    });

    [Fact]
    public Task A_message_that_was_overtaken_is_counted() => ForEachSeedAsync(async seed =>
    {
        var run = await FaultRun.SendAsync(new FaultPlan { Seed = seed, ReorderPerMillion = Chance }, Messages);
        var overtaken = run.Injected!.Injected(FaultKind.Reorder);
        Assert.Equal(Sent() with { Reordered = overtaken }, run.Report);
        return overtaken;
    });

    [Fact]
    public Task An_answer_past_its_time_out_is_late() => ForEachSeedAsync(async seed =>
    {
        var run = await FaultRun.RequestAsync(new FaultPlan { Seed = seed, DelayPerMillion = Chance }, Messages);
        var delayed = run.Injected!.Injected(FaultKind.Delay);
        Assert.Equal(Sent() with { Confirmed = Messages - delayed, Late = delayed, Errors = delayed }, run.Report);
        return delayed;
    });

    [Fact]
    public Task A_damaged_message_is_corrupted_and_lost() => ForEachSeedAsync(async seed =>
    {
        var run = await FaultRun.SendAsync(new FaultPlan { Seed = seed, CorruptPerMillion = Chance }, Messages);
        var damaged = run.Injected!.Injected(FaultKind.Corrupt);
        Assert.Equal(Sent() with { Delivered = Messages - damaged, Lost = damaged, LostAfterConfirm = damaged, Corrupted = damaged }, run.Report);
        return damaged;
    });

    [Fact]
    public Task A_message_gone_astray_is_misrouted_there_and_lost_here() => ForEachSeedAsync(async seed =>
    {
        var run = await FaultRun.SendAsync(new FaultPlan { Seed = seed, MisroutePerMillion = Chance }, Messages);
        var astray = run.Injected!.Injected(FaultKind.Misroute);
        Assert.Equal(Sent() with { Delivered = Messages - astray, Lost = astray, LostAfterConfirm = astray }, run.Report);
        Assert.Equal(new LedgerCounts { Misrouted = astray }, run.Bystander);
        return astray;
    });

    [Fact]
    public Task All_kinds_of_faults_at_once_are_told_apart_among_sends() => ForEachSeedAsync(async seed =>
    {
        var run = await FaultRun.SendAsync(Everything(seed), Messages);
        var faults = run.Injected!;
        var lost = faults.Injected(FaultKind.Loss) + faults.Injected(FaultKind.Corrupt) + faults.Injected(FaultKind.Misroute);
        Assert.Equal(
            Sent() with
            {
                Delivered = Messages - lost,
                Lost = lost,
                LostAfterConfirm = lost,
                Duplicated = faults.Injected(FaultKind.Duplicate),
                Reordered = faults.Injected(FaultKind.Reorder),
                Corrupted = faults.Injected(FaultKind.Corrupt),
            },
            run.Report);
        Assert.Equal(faults.Injected(FaultKind.Misroute), run.Bystander.Misrouted);
        return lost;
    });

    [Fact]
    public Task All_kinds_of_faults_at_once_are_told_apart_among_requests() => ForEachSeedAsync(async seed =>
    {
        var run = await FaultRun.RequestAsync(Everything(seed), Messages);
        var faults = run.Injected!;
        var lost = faults.Injected(FaultKind.Loss) + faults.Injected(FaultKind.Corrupt) + faults.Injected(FaultKind.Misroute);
        var (delayed, doubled) = (faults.Injected(FaultKind.Delay), faults.Injected(FaultKind.Duplicate));
        Assert.Equal(
            new LedgerCounts
            {
                // Each request is a sender of its own, so none can be overtaken by itself.
                Sent = Messages,
                Confirmed = Messages - lost - delayed,
                Delivered = Messages - lost,
                Lost = lost,
                Duplicated = doubled,
                Corrupted = faults.Injected(FaultKind.Corrupt),
                Late = delayed + doubled,
                Errors = lost + delayed,
            },
            run.Report);
        Assert.Equal(faults.Injected(FaultKind.Misroute), run.Bystander.Misrouted);
        return lost + delayed + doubled;
    });

    [Fact]
    public async Task Loss_before_acceptance_is_an_error_and_no_broken_word()
    {
        var plan = new FaultPlan { Positions = new Dictionary<long, FaultKind> { [3] = FaultKind.Loss, [7] = FaultKind.Loss } };
        var run = await FaultRun.SendAsync(plan, Messages, Confirmation.Accepted);
        Assert.Equal(Sent() with { Confirmed = Messages - 2, Delivered = Messages - 2, Lost = 2, Errors = 2 }, run.Report);
    }

    [Theory]
    [InlineData(FaultKind.Loss)]
    [InlineData(FaultKind.Duplicate)]
    [InlineData(FaultKind.Corrupt)]
    [InlineData(FaultKind.Misroute)]
    [InlineData(FaultKind.Reorder)]
    public async Task A_fault_at_an_exact_position_happens_once(FaultKind kind)
    {
        var run = await FaultRun.SendAsync(new FaultPlan { Positions = new Dictionary<long, FaultKind> { [11] = kind } }, Messages);
        Assert.Equal(1, run.Injected!.Injected(kind));
        Assert.False(run.Report.IsClean);
    }

    private static LedgerCounts Sent() => new() { Sent = Messages, Confirmed = Messages, Delivered = Messages };

    private static FaultPlan Everything(long seed) => new()
    {
        Seed = seed,
        LossPerMillion = Chance / 2,
        DuplicatePerMillion = Chance / 2,
        ReorderPerMillion = Chance / 2,
        DelayPerMillion = Chance / 2,
        CorruptPerMillion = Chance / 2,
        MisroutePerMillion = Chance / 2,
    };

    /// <summary>Runs every seed; the sum of what happened must not be nothing, or the test would prove nothing.</summary>
    private static async Task ForEachSeedAsync(Func<long, Task<long>> run)
    {
        long happened = 0;
        await Parallel.ForAsync(0, Seeds, new ParallelOptions { MaxDegreeOfParallelism = 16 }, async (seed, _) =>
        {
            try
            {
                Interlocked.Add(ref happened, await run(seed));
            }
            catch (Exception error)
            {
                throw new InvalidOperationException($"Seed {seed}: {error.Message}", error);
            }
        });
        Assert.True(happened >= Seeds, $"only {happened} faults in {Seeds} seeds");
    }
}
