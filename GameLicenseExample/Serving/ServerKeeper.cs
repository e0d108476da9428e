using System.Reflection;

namespace GameLicenseExample.Serving;

/// <summary>Keeps a licence server running as long as the game does: one that ends by itself, or is killed, is started again on its folder and its ports.</summary>
internal sealed class ServerKeeper : IAsyncDisposable
{
    // What kept it from starting, such as a port that is not free yet, may need a moment.
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly Assembly _program;
    private readonly Func<Uri?, IEnumerable<string>> _argumentsFor;
    private readonly Task _keeping;

    private ServerKeeper(LicenceServerProcess first, Assembly program, Func<Uri?, IEnumerable<string>> argumentsFor)
    {
        (Key, Page, FeaturesPage, _program, _argumentsFor) = (first.Key, first.Page, first.FeaturesPage, program, argumentsFor);
        _keeping = Task.Run(() => KeepAsync(first));
    }

    /// <inheritdoc cref="LicenceServerProcess.Key"/>
    public string Key { get; }

    /// <inheritdoc cref="LicenceServerProcess.Page"/>
    public Uri? Page { get; }

    /// <inheritdoc cref="LicenceServerProcess.FeaturesPage"/>
    public Uri? FeaturesPage { get; }

    /// <summary>Starts a server and waits until it can be asked.</summary>
    /// <param name="program">The program that knows the command.</param>
    /// <param name="argumentsFor">The arguments that make it a server: with null the first time, later with where its page was, so that it is there again.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="ServerEndedException">It ended instead; the message has what it printed.</exception>
    public static async Task<ServerKeeper> StartAsync(Assembly program, Func<Uri?, IEnumerable<string>> argumentsFor, CancellationToken cancellationToken) =>
        new(await LicenceServerProcess.StartAsync(program, argumentsFor(null), cancellationToken).ConfigureAwait(false), program, argumentsFor);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _keeping.ConfigureAwait(false);
        _stop.Dispose();
    }

    private async Task KeepAsync(LicenceServerProcess first)
    {
        var current = first;
        try
        {
            while (true)
            {
                await current.WaitForEndAsync(_stop.Token).ConfigureAwait(false);
                await current.DisposeAsync().ConfigureAwait(false);
                current = await StartAgainAsync().ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            await current.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<LicenceServerProcess> StartAgainAsync()
    {
        while (true)
        {
            try
            {
                return await LicenceServerProcess.StartAsync(_program, _argumentsFor(Page), _stop.Token).ConfigureAwait(false);
            }
            catch (Exception error) when (error is ServerEndedException or TimeoutException)
            {
                await Task.Delay(Pause, _stop.Token).ConfigureAwait(false);
            }
        }
    }
}
