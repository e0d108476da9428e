using System.Text;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;

namespace Genie.Extensions.Genius.Streams.Backfills;

/// <summary>
/// Reads what was processed before and hands it to definitions that want it, then lets them take the place of the versions before them. Interrupted, it goes on where checkpoints say; what is handed over
/// twice takes effect once.
/// </summary>
/// <param name="store">Has the events.</param>
/// <param name="engine">Has the rules of now.</param>
/// <param name="targets">The definitions.</param>
internal sealed class BackfillRun(IEventStore store, RuleEngine engine, IReadOnlyList<BackfillTarget> targets)
{
    // Events wait while the last ones are read: so few take a fraction of a second.
    private const int LastMax = 1_000;
    private const int BatchEvents = 1_000;
    private const int StreamBytesMax = 1_024;
    private static readonly EventFilter Processed = new() { Types = [ProcessedEvents.EventType] };

    /// <summary>Runs until all definitions are live.</summary>
    /// <exception cref="EventStoreException">The store cannot be read or written; begin again.</exception>
    /// <exception cref="MalformedEventException">A record is damaged.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var pending = new List<BackfillTarget>();
        foreach (var each in targets)
        {
            if (await each.Gate.EnterAsync(cancellationToken).ConfigureAwait(false)) continue;
            each.Position = await store.LoadCheckpointAsync(each.Gate.Stream, cancellationToken).ConfigureAwait(false);
            await store.SaveCheckpointAsync(each.Gate.Stream, each.Position, cancellationToken).ConfigureAwait(false);
            pending.Add(each);
        }

        if (pending.Count == 0) return;
        var end = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        for (var begin = pending.Min(each => each.Position); end - begin > LastMax; begin = end, end = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false))
            await FeedAsync(pending, begin, end, cancellationToken).ConfigureAwait(false);
        await FinishAsync(pending, cancellationToken).ConfigureAwait(false);
    }

    private async Task FinishAsync(List<BackfillTarget> pending, CancellationToken cancellationToken)
    {
        try
        {
            foreach (var each in pending) each.Gate.Close();
            await FeedAsync(pending, pending.Min(each => each.Position), await store.GetPositionAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
            foreach (var each in pending) await each.Gate.OpenAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            foreach (var each in pending) each.Gate.GiveUp();
        }
    }

    private async Task FeedAsync(List<BackfillTarget> pending, long begin, long end, CancellationToken cancellationToken)
    {
        var underWay = new Dictionary<(BackfillTarget Target, string Key), Task>();
        var count = 0;
        await foreach (var each in store.ReadAllAsync(begin, Processed, cancellationToken).ConfigureAwait(false))
        {
            if (each.Position > end) break;
            if (!ProcessedEvents.IsEvents(each.Stream)) continue;
            await BeginAsync(each, pending, underWay, cancellationToken).ConfigureAwait(false);
            if (++count % BatchEvents == 0) await SaveAsync(pending, underWay, each.Position, cancellationToken).ConfigureAwait(false);
        }

        await SaveAsync(pending, underWay, end, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask BeginAsync(
        RecordedEvent recorded, List<BackfillTarget> pending, Dictionary<(BackfillTarget Target, string Key), Task> underWay, CancellationToken cancellationToken)
    {
        var (value, recordedRules) = ProcessedEvents.Read(recorded);
        List<string>? currentRules = null;
        foreach (var target in pending.Where(target => target.Position < recorded.Position))
        {
            if (target.Streams.Backfill == Backfill.CurrentRules && currentRules is null)
            {
                currentRules = [];
                await engine.MatchAsync(value, currentRules, cancellationToken).ConfigureAwait(false);
            }

            IReadOnlyCollection<string> rules = target.Streams.Backfill == Backfill.CurrentRules ? currentRules! : recordedRules;
            if (target.Streams.KeyOf(value, rules) is not { } key || !FitsName(target.Streams.StreamOf(key))) continue;

            // Those of one key go one after the other: where one fails, none that came after it is taken in before it.
            var before = underWay.GetValueOrDefault((target, key), Task.CompletedTask);
            underWay[(target, key)] = TakeAsync(before, target.Streams, key, value, rules, recorded.RecordedAt, cancellationToken);
        }
    }

    // Earlier versions took in events whose keys are too long for the streams of definitions; such a key has no state there.
    private static bool FitsName(string stream) => stream.Length <= StreamBytesMax && Encoding.UTF8.GetByteCount(stream) <= StreamBytesMax;

    private static async Task TakeAsync(Task before, IBackfilledStreams streams, string key, GeniusEvent value, IReadOnlyCollection<string> rules, DateTimeOffset recordedAt, CancellationToken cancellationToken)
    {
        await before.ConfigureAwait(false);
        await streams.BackfillAsync(key, value, rules, recordedAt, cancellationToken).ConfigureAwait(false);
    }

    private async Task SaveAsync(List<BackfillTarget> pending, Dictionary<(BackfillTarget Target, string Key), Task> underWay, long position, CancellationToken cancellationToken)
    {
        await Task.WhenAll(underWay.Values).ConfigureAwait(false);
        underWay.Clear();
        foreach (var each in pending.Where(each => each.Position < position))
        {
            await store.SaveCheckpointAsync(each.Gate.Stream, position, cancellationToken).ConfigureAwait(false);
            each.Position = position;
        }
    }
}
