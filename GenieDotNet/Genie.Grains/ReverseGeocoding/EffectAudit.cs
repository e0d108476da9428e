using Genie.Grains.Events;

namespace Genie.Grains.ReverseGeocoding;

/// <summary>The effects of one run, as the event store has them, to be compared with what was sent.</summary>
public sealed class EffectAudit
{
    private readonly Dictionary<(uint Sender, ulong Sequence), int> _effects = [];

    private EffectAudit()
    {
    }

    /// <summary>Effects that are there, repeated ones included.</summary>
    public long Effects { get; private set; }

    /// <summary>Requests that took effect more than once.</summary>
    public long Doubled { get; private set; }

    /// <summary>Reads the store.</summary>
    public static async Task<EffectAudit> ReadAsync(IEventStore store, ulong run, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        var audit = new EffectAudit();
        await foreach (var each in store.ReadAllAsync(0, cancellationToken).ConfigureAwait(false))
        {
            if (each.Type == PartyEvents.PartyChanged && each.Key is { } key && key.Run == run) audit.Add(key.Sender, key.Sequence);
        }

        return audit;
    }

    /// <summary>True if that request took effect.</summary>
    public bool Has(uint sender, ulong sequence) => _effects.ContainsKey((sender, sequence));

    /// <summary>How many of the requests sent took no effect.</summary>
    public long Missing(IEnumerable<(uint Sender, ulong Sequence)> sent) => sent.LongCount(request => !Has(request.Sender, request.Sequence));

    private void Add(uint sender, ulong sequence)
    {
        Effects++;
        var times = _effects[(sender, sequence)] = _effects.GetValueOrDefault((sender, sequence)) + 1;
        if (times == 2) Doubled++;
    }
}
