using Genie.Extensions.Genius.Client.Calls;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Client;

/// <summary>Where keys are, and what they did last. An answer knows every event that was decided before the call.</summary>
public sealed class RemoteKeys
{
    // As keys_service.proto has them.
    private const int KeysDefault = 100;
    private const int KeysMax = 1_000;

    private readonly GeniusKeys.GeniusKeysClient _keys;
    private readonly Caller _caller;

    internal RemoteKeys(GeniusKeys.GeniusKeysClient keys, Caller caller) => (_keys, _caller) = (keys, caller);

    /// <summary>The last event of a key; null if it has none, or this client may not see it.</summary>
    public async Task<FoundKeyEntry?> FindAsync(string key, CancellationToken cancellationToken = default)
    {
        try
        {
            return await _caller.RepeatAsync(options => _keys.GetKeyAsync(new GetKeyRequest { Key = key }, options), cancellationToken).ConfigureAwait(false);
        }
        catch (NotFoundException)
        {
            return null;
        }
    }

    /// <summary>Keys whose last event meets a condition, or that are near a place: of these fewer than wanted, the nearest, where more would take more than 4 MiB.</summary>
    /// <exception cref="InvalidRequestException">The text is no condition, or a number is out of its range.</exception>
    public async Task<IReadOnlyList<FoundKeyEntry>> FindAsync(FindKeysRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        var page = await _caller.RepeatAsync(options => _keys.FindKeysAsync(request, options), cancellationToken).ConfigureAwait(false);
        if (!page.IsCut || request.Near is not null) return page.Keys;
        var (next, found) = (request.Clone(), page.Keys.ToList());
        var wanted = request.KeysMax == 0 ? KeysDefault : Math.Min(request.KeysMax, KeysMax);
        while (page.IsCut && found.Count < wanted)
        {
            (next.AfterKey, next.KeysMax) = (found[^1].Event.Key, wanted - found.Count);
            page = await _caller.RepeatAsync(options => _keys.FindKeysAsync(next, options), cancellationToken).ConfigureAwait(false);
            found.AddRange(page.Keys);
        }

        return found;
    }

    /// <summary>Pairs of keys that are near each other, the nearest first.</summary>
    /// <exception cref="InvalidRequestException">The text is no condition, or a number is out of its range.</exception>
    public async Task<IReadOnlyList<FoundPairEntry>> FindPairsAsync(FindPairsRequest request, CancellationToken cancellationToken = default) =>
        (await _caller.RepeatAsync(options => _keys.FindPairsAsync(request, options), cancellationToken).ConfigureAwait(false)).Pairs;
}
