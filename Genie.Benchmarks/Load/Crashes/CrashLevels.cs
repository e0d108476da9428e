using Genie.Brokers;

namespace Genie.Benchmarks.Load.Crashes;

/// <summary>What a system's traits promise across a kill.</summary>
internal static class CrashLevels
{
    /// <summary>The strongest level that the system confirms.</summary>
    public static Confirmation Strongest(BrokerTraits traits) => traits.Confirmations.Max();

    /// <summary>True if a message confirmed at that level is handled although all of these are killed.</summary>
    public static bool Covers(BrokerTraits traits, Confirmation level, IEnumerable<CrashVictim> kills) => level != Confirmation.Buffered && kills.All(victim => victim switch
    {
        // It comes again to the next worker, and waits for it.
        CrashVictim.Worker => traits.CanRedeliver && traits.HoldsWithoutListener,
        _ => level >= traits.OutlivesServer,
    });
}
