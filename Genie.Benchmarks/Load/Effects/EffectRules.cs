using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load.Effects;

/// <summary>Says which requests must have taken effect, and what of an audit breaks that.</summary>
internal static class EffectRules
{
    /// <summary>
    /// Whose effect is owed. An answer, or a confirmation by the broker, guarantees the effect; that a message left the process does
    /// not. What reached a handler of a living worker must have taken effect where no failure would be reported.
    /// </summary>
    public static EffectDuty DutyOf(RunMode mode, Confirmation confirmation)
    {
        if (mode == RunMode.RoundTrip) return EffectDuty.Confirmed;
        return confirmation == Confirmation.Buffered ? EffectDuty.Delivered : EffectDuty.Delivered | EffectDuty.Confirmed;
    }

    /// <summary>What is wrong, in words; empty if nothing is. What no guarantee covers is not wrong.</summary>
    public static string Breaches(EffectFigures effects)
    {
        (long Count, string Name)[] breaches = [(effects.Missing, "missing"), (effects.Doubled, "double"), (effects.Unsent, "of requests that nobody sent")];
        var wrong = string.Join(", ", breaches.Where(breach => breach.Count > 0).Select(breach => $"{breach.Count:N0} {breach.Name}"));
        return wrong.Length == 0 ? "" : $"effects: {wrong}";
    }
}
