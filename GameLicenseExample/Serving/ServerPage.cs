using GameLicenseExample.Features.Serving;
using Genie.Diagnostics.Live;
using Genie.EventStore;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.AspNetCore.Live;

namespace GameLicenseExample.Serving;

/// <summary>The live page of a licence server: regions, who asks where with the verdict, and what is played; the features of the game beside it.</summary>
internal sealed class ServerPage : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly LivePageServer _server;
    private readonly FeatureKey _key;
    private readonly Task _showing;

    private ServerPage(LivePageServer server, LiveLicences licences, FeatureKey key) => (_server, _key, _showing) = (server, key, Task.Run(() => licences.RunAsync(_stop.Token)));

    /// <summary>Where it is.</summary>
    public Uri Address => _server.Address;

    /// <summary>Where the features' page is, with the key that it needs.</summary>
    public Uri Features => new(Address, $"{FeatureEndpoints.Root}#{_key.Text}");

    /// <summary>Shows what a store's licences come to.</summary>
    /// <exception cref="IOException">The port is taken.</exception>
    public static async Task<ServerPage> StartAsync(int port, IEventStore store, LicenceRuleStore rules, GameFeatures features, FeatureKey key, CancellationToken cancellationToken)
    {
        var feed = new LiveFeed();
        var server = await LivePageServer.StartAsync(feed, port, endpoints => FeatureEndpoints.Map(endpoints, features, key), cancellationToken).ConfigureAwait(false);
        return new ServerPage(server, new LiveLicences(store, rules, feed), key);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _server.DisposeAsync().ConfigureAwait(false);
        await _showing.ConfigureAwait(false);
        _stop.Dispose();
    }
}
