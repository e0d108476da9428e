using System.Diagnostics;
using System.Reflection;
using Genie.Servers;

namespace GameLicenseExample.Serving;

/// <summary>The licence server as a process of its own: this program once more. It ends when its input does, hence also when this process dies.</summary>
internal sealed class LicenceServerProcess : IAsyncDisposable
{
    private const string ReadyWord = "ready";
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(3);
    private readonly Process _process;
    private readonly Task<string> _errors;
    private bool _isDisposed;

    private LicenceServerProcess(Process process, Task<string> errors, string key, string[] pages)
    {
        (_process, _errors, Key) = (process, errors, key);
        if (pages is [var page, var features]) (Page, FeaturesPage) = (new Uri(page), new Uri(features));
    }

    /// <summary>The server's key in hexadecimal.</summary>
    public string Key { get; }

    /// <summary>Where its live page is; null: it has none.</summary>
    public Uri? Page { get; }

    /// <summary>Where the page of the game's features is, with the key that it needs; null: it has none.</summary>
    public Uri? FeaturesPage { get; }

    /// <summary>What a server says once it can be asked: its key, and its pages where it has some.</summary>
    public static string ReadyLine(LicenceServer server) => $"{ReadyWord} {server.Identity} {server.Page} {server.FeaturesPage}".TrimEnd();

    /// <summary>Starts it and waits until it can be asked.</summary>
    /// <param name="program">The program that knows the command.</param>
    /// <param name="arguments">The arguments that make it a server.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="ServerEndedException">It ended instead; the message has what it printed.</exception>
    public static async Task<LicenceServerProcess> StartAsync(Assembly program, IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        var process = Process.Start(StartInfo(program, arguments)) ?? throw new ServerEndedException("it was not started at all");
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            var line = await process.StandardOutput.ReadLineAsync(cancellationToken).AsTask().WaitAsync(StartTimeout, cancellationToken).ConfigureAwait(false);
            if (line?.Split(' ') is [ReadyWord, var key, .. var pages]) return new LicenceServerProcess(process, errors, key, pages);
            await process.WaitForExitAsync(cancellationToken).WaitAsync(EndTimeout, cancellationToken).ConfigureAwait(false);
            throw new ServerEndedException((await errors.ConfigureAwait(false)).Trim());
        }
        catch
        {
            Kill(process);
            process.Dispose();
            throw;
        }
    }

    /// <summary>Completes when it has ended, for whatever cause.</summary>
    public Task WaitForEndAsync(CancellationToken cancellationToken) => _process.WaitForExitAsync(cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        try
        {
            _process.StandardInput.Close();
            await _process.WaitForExitAsync(CancellationToken.None).WaitAsync(EndTimeout).ConfigureAwait(false);
        }
        catch (Exception error) when (error is TimeoutException or IOException)
        {
            Kill(_process);
            await _process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        }

        await _errors.ConfigureAwait(false);
        _process.Dispose();
    }

    private static ProcessStartInfo StartInfo(Assembly program, IEnumerable<string> arguments)
    {
        var start = OwnProgram.StartInfo(program, arguments);
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        return start;
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (InvalidOperationException)
        {
            // It had ended.
        }
    }
}
