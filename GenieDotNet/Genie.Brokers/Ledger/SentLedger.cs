namespace Genie.Brokers.Ledger;

/// <summary>
/// The sending side's book of a run: who sent what, what was confirmed, what came back wrong. Compared with what the
/// listeners recorded, it says what became of every message. Safe for concurrent callers.
/// </summary>
/// <param name="run">Names this use of this channel. Give each channel and each repetition another.</param>
public sealed class SentLedger(ulong run)
{
    private readonly Lock _lock = new();
    private readonly List<SenderLedger> _senders = [];
    private long _corrupted;
    private long _misrouted;
    private long _errors;

    /// <summary>The run, as its frames carry it.</summary>
    public ulong Run { get; } = run;

    /// <summary>Adds a sender; they are numbered from 0.</summary>
    /// <exception cref="InvalidOperationException">There are <see cref="DeliveryLedger.SendersMax"/> already.</exception>
    public SenderLedger AddSender()
    {
        lock (_lock)
        {
            if (_senders.Count == DeliveryLedger.SendersMax)
                throw new InvalidOperationException($"A run has at most {DeliveryLedger.SendersMax:N0} senders.");
            var sender = new SenderLedger(Run, (uint)_senders.Count);
            _senders.Add(sender);
            return sender;
        }
    }

    /// <summary>Counts an answer that arrived damaged.</summary>
    public void CountCorrupted() => Interlocked.Increment(ref _corrupted);

    /// <summary>Counts an answer that belongs to another request.</summary>
    public void CountMisrouted() => Interlocked.Increment(ref _misrouted);

    /// <summary>Counts a call that failed, or an answer that was wrong.</summary>
    public void CountError() => Interlocked.Increment(ref _errors);

    /// <summary>
    /// Compares with what the listeners recorded. Exact once all calls have ended and the listeners have drained; before
    /// that, messages still under way look lost.
    /// </summary>
    /// <param name="delivered">What all listeners of the run recorded, merged.</param>
    /// <param name="late">The sum of <see cref="IBrokerConnection.LateReplies"/> of the run's connections.</param>
    public LedgerCounts Settle(DeliveryLedger delivered, long late)
    {
        if (delivered.Run != Run)
            throw new ArgumentException($"That ledger is of run {delivered.Run:x}, this one of run {Run:x}.", nameof(delivered));
        SenderLedger[] senders;
        lock (_lock) senders = [.. _senders];

        long sent = 0, confirmed = 0, arrived = 0, lostAfterConfirm = 0;
        foreach (var sender in senders)
        {
            lock (sender.Gate)
            {
                delivered.Examine(sender.Sender, set =>
                {
                    sent += sender.Assigned - sender.Withdrawn.CountMissingIn(set);
                    confirmed += sender.Confirmed.Count;
                    arrived += set.CountBelow((ulong)sender.Assigned);
                    lostAfterConfirm += sender.Confirmed.CountMissingIn(set);
                });
            }
        }

        return new LedgerCounts
        {
            Sent = sent,
            Confirmed = confirmed,
            Delivered = arrived,
            Lost = sent - arrived,
            LostAfterConfirm = lostAfterConfirm,
            Duplicated = delivered.Duplicated,
            Reordered = delivered.Reordered,
            Corrupted = delivered.Corrupted + Volatile.Read(ref _corrupted),
            // Intact frames of this run that nobody here sent have come from elsewhere.
            Misrouted = delivered.Misrouted + Volatile.Read(ref _misrouted) + delivered.Delivered - arrived,
            Late = late,
            Errors = Volatile.Read(ref _errors),
        };
    }

    /// <summary>Compares with the effects that requests left behind. Exact once all calls have ended and handlers have done their work.</summary>
    /// <param name="effects">One arrival for each effect of this run that is there.</param>
    /// <param name="delivered">What all listeners of the run recorded, merged.</param>
    /// <param name="duty">Which requests must have taken effect.</param>
    public EffectCounts SettleEffects(DeliveryLedger effects, DeliveryLedger delivered, EffectDuty duty) => SettleEffects(effects, delivered, _ => duty);

    /// <summary>As the other one, where senders differ.</summary>
    /// <param name="effects">One arrival for each effect of this run that is there.</param>
    /// <param name="delivered">What all listeners of the run recorded, merged.</param>
    /// <param name="dutyOf">Which of a sender's requests must have taken effect, by its number.</param>
    public EffectCounts SettleEffects(DeliveryLedger effects, DeliveryLedger delivered, Func<uint, EffectDuty> dutyOf)
    {
        if (effects.Run != Run || delivered.Run != Run)
            throw new ArgumentException($"Those ledgers are of the runs {effects.Run:x} and {delivered.Run:x}, this one of run {Run:x}.", nameof(effects));
        SenderLedger[] senders;
        lock (_lock) senders = [.. _senders];

        long expected = 0, there = 0, missing = 0;
        foreach (var sender in senders)
        {
            var (due, duty) = (new SequenceSet(), dutyOf(sender.Sender));
            lock (sender.Gate)
            {
                if (duty.HasFlag(EffectDuty.Confirmed)) due.UnionWith(sender.Confirmed);
                if (duty.HasFlag(EffectDuty.Delivered)) delivered.Examine(sender.Sender, set => due.UnionWith(set));
                effects.Examine(sender.Sender, set =>
                {
                    expected += sender.Assigned - sender.Withdrawn.CountMissingIn(set);
                    there += set.CountBelow((ulong)sender.Assigned);
                    missing += due.CountMissingIn(set);
                });
            }
        }

        return new EffectCounts
        {
            Expected = expected,
            Missing = missing,
            Doubled = effects.Duplicated,
            Uncovered = expected - there - missing,
            Unsent = effects.Delivered - there,
        };
    }
}
