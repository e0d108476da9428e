using Genie.Brokers;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Licences;

/// <summary>Hands the channel's envelopes to the issuer while the host runs.</summary>
internal sealed class LicenceListener(LicenceIssuer issuer, LicenceIssuerOptions options, IBroker broker) : IHostedService
{
    private IAsyncDisposable? _listener;

    /// <inheritdoc/>
    public async Task StartAsync(CancellationToken cancellationToken) =>
        _listener = await broker.ListenAsync(options.Channel, options.Listen, issuer.HandleAsync, cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Exchange(ref _listener, null) is { } listener) await listener.DisposeAsync().ConfigureAwait(false);
    }
}
