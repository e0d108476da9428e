using Genie.Brokers;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load.Crashes;

/// <summary>What a trial showed.</summary>
/// <param name="Level">Where a message had arrived when it counted as confirmed.</param>
/// <param name="IsCovered">True if the system guarantees confirmed messages across these kills.</param>
/// <param name="Messages">What became of the messages, as far as workers that live can tell.</param>
/// <param name="Effects">What became of their effects.</param>
/// <param name="Workers">Worker processes that were started, those that replaced a killed one included.</param>
/// <param name="Errors">The first few errors that senders saw.</param>
internal sealed record CrashOutcome(Confirmation Level, bool IsCovered, LedgerCounts Messages, EffectCounts Effects, int Workers, IReadOnlyList<string> Errors);
