using Genie.Brokers.Frame;
using Genie.Brokers.Ledger;

namespace Genie.Brokers.Tests.Ledger;

public sealed class SentLedgerTests
{
    [Fact]
    public void Agrees_with_plain_sets()
    {
        for (var seed = 0; seed < 100; seed++)
        {
            var random = new Random(seed);
            var (sent, delivered) = (new SentLedger(4), new DeliveryLedger(4));
            long count = 0, confirmed = 0, arrived = 0, broken = 0;
            foreach (var sender in new[] { sent.AddSender(), sent.AddSender() })
            {
                for (var i = random.Next(1, 5000); i > 0; i--)
                {
                    var sequence = sender.Next();
                    var (withdraw, confirm, arrive) = (random.Next(20) == 0, random.Next(4) > 0, random.Next(10) > 0);
                    if (withdraw)
                    {
                        sender.Withdraw(sequence);
                        continue;
                    }

                    count++;
                    if (confirm) sender.Confirm(sequence);
                    if (arrive) delivered.Record(new MessageFrame(4, sender.Sender, sequence, 0));
                    confirmed += confirm ? 1 : 0;
                    arrived += arrive ? 1 : 0;
                    broken += confirm && !arrive ? 1 : 0;
                }
            }

            var expected = new LedgerCounts { Sent = count, Confirmed = confirmed, Delivered = arrived, Lost = count - arrived, LostAfterConfirm = broken, Late = 3 };
            Assert.True(expected == sent.Settle(delivered, late: 3), $"seed {seed}: {expected} but {sent.Settle(delivered, 3)}");
        }
    }

    [Theory]
    [InlineData(EffectDuty.None)]
    [InlineData(EffectDuty.Confirmed)]
    [InlineData(EffectDuty.Delivered)]
    [InlineData(EffectDuty.Confirmed | EffectDuty.Delivered)]
    public void Effects_agree_with_plain_sets(EffectDuty duty)
    {
        for (var seed = 0; seed < 50; seed++)
        {
            var random = new Random(seed);
            var (sent, delivered, effects) = (new SentLedger(4), new DeliveryLedger(4), new DeliveryLedger(4));
            long count = 0, missing = 0, doubled = 0, uncovered = 0;
            foreach (var sender in new[] { sent.AddSender(), sent.AddSender() }) count += Fill(sender);

            long Fill(SenderLedger sender)
            {
                var assigned = random.Next(1, 5000);
                for (var i = 0; i < assigned; i++)
                {
                    var sequence = sender.Next();
                    var frame = new MessageFrame(4, sender.Sender, sequence, 0);
                    var (confirm, arrive, times) = (random.Next(4) > 0, random.Next(10) > 0, random.Next(20) switch { 0 => 0, 1 => 2, _ => 1 });
                    if (confirm) sender.Confirm(sequence);
                    if (arrive) delivered.Record(frame);
                    for (var time = 0; time < times; time++) effects.Record(frame);
                    var isDue = (confirm && duty.HasFlag(EffectDuty.Confirmed)) || (arrive && duty.HasFlag(EffectDuty.Delivered));
                    missing += times == 0 && isDue ? 1 : 0;
                    uncovered += times == 0 && !isDue ? 1 : 0;
                    doubled += times == 2 ? 1 : 0;
                }

                return assigned;
            }

            var expected = new EffectCounts { Expected = count, Missing = missing, Doubled = doubled, Uncovered = uncovered };
            Assert.True(expected == sent.SettleEffects(effects, delivered, duty), $"seed {seed}: {expected} but {sent.SettleEffects(effects, delivered, duty)}");
        }
    }

    [Fact]
    public void An_effect_of_a_request_that_nobody_sent_is_told_and_hides_no_missing_one()
    {
        var (sent, delivered, effects) = (new SentLedger(4), new DeliveryLedger(4), new DeliveryLedger(4));
        var sender = sent.AddSender();
        sender.Confirm(sender.Next());
        effects.Record(new MessageFrame(4, 0, 1, 0));
        effects.Record(new MessageFrame(4, 1, 0, 0));
        var counts = sent.SettleEffects(effects, delivered, EffectDuty.Confirmed);
        Assert.Equal(new EffectCounts { Expected = 1, Missing = 1, Unsent = 2 }, counts);
        Assert.False(counts.IsExact);
    }

    [Fact]
    public void What_nobody_sent_is_misrouted_and_hides_no_loss()
    {
        var (sent, delivered) = (new SentLedger(4), new DeliveryLedger(4));
        sent.AddSender().Next();
        delivered.Record(new MessageFrame(4, 0, 1, 0));
        delivered.Record(new MessageFrame(4, 1, 0, 0));
        Assert.Equal(new LedgerCounts { Sent = 1, Lost = 1, Misrouted = 2 }, sent.Settle(delivered, 0));
    }

    [Fact]
    public void A_withdrawn_message_that_arrived_was_sent_after_all()
    {
        var (sent, delivered) = (new SentLedger(4), new DeliveryLedger(4));
        var sender = sent.AddSender();
        sender.Withdraw(sender.Next());
        delivered.Record(new MessageFrame(4, 0, 0, 0));
        Assert.Equal(new LedgerCounts { Sent = 1, Delivered = 1 }, sent.Settle(delivered, 0));
    }

    [Fact]
    public void The_books_of_a_run_without_holes_do_not_grow_with_it()
    {
        var (sent, delivered) = (new SentLedger(1), new DeliveryLedger(1));
        var senders = Enumerable.Range(0, 8).Select(_ => sent.AddSender()).ToArray();
        ulong sequence = 0;
        Send(100_000);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Send(1_000_000);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000);
        Assert.Equal(8_800_000, delivered.Delivered);

        void Send(int messages)
        {
            for (var end = sequence + (ulong)messages; sequence < end; sequence++)
            {
                foreach (var sender in senders)
                {
                    sender.Confirm(sequence);
                    delivered.Record(new MessageFrame(1, sender.Sender, sequence, 0));
                }
            }
        }
    }

    [Fact]
    public void Ledgers_of_different_runs_are_not_compared() =>
        Assert.Throws<ArgumentException>(() => new SentLedger(4).Settle(new DeliveryLedger(5), 0));
}
