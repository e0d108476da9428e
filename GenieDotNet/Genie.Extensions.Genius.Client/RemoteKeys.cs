using Genie.Extensions.Genius.Client.Calls;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Client;

/// <summary>Where keys are, and what they did last. An answer knows every event that was decided before the call.</summary>
public sealed class RemoteKeys
{
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

    /// <summary>Keys whose last event meets a condition, or that are near a place.</summary>
    /// <exception cref="InvalidRequestException">The text is no condition, or a number is out of its range.</exception>
    public async Task<IReadOnlyList<FoundKeyEntry>> FindAsync(FindKeysRequest request, CancellationToken cancellationToken = default) =>
        (await _caller.RepeatAsync(options => _keys.FindKeysAsync(request, options), cancellationToken).ConfigureAwait(false)).Keys;

    /// <summary>Pairs of keys that are near each other, the nearest first.</summary>
    /// <exception cref="InvalidRequestException">The text is no condition, or a number is out of its range.</exception>
    public async Task<IReadOnlyList<FoundPairEntry>> FindPairsAsync(FindPairsRequest request, CancellationToken cancellationToken = default) =>
        (await _caller.RepeatAsync(options => _keys.FindPairsAsync(request, options), cancellationToken).ConfigureAwait(false)).Pairs;
}
