using System.Diagnostics;
using System.Reflection;
using Genie.Servers;

namespace GameLicenseExample.Serving;

/// <summary>The licence server as a process of its own: this program once more. It ends when its input does, hence also when this process dies.</summary>
internal sealed class LicenceServerProcess : IAsyncDisposable
{
    private const string ReadyWord = "ready";
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(10);
    private readonly Process _process;
    private readonly Task<string> _errors;

    private LicenceServerProcess(Process process, Task<string> errors, string key, string? page) =>
        (_process, _errors, Key, Page) = (process, errors, key, page is null ? null : new Uri(page));

    /// <summary>The server's key in hexadecimal.</summary>
    public string Key { get; }

    /// <summary>Where its live page is; null: it has none.</summary>
    public Uri? Page { get; }

    /// <summary>What a server says once it can be asked: its key, and its page where it has one.</summary>
    public static string ReadyLine(LicenceServer server) => $"{ReadyWord} {server.Identity} {server.Page}".TrimEnd();

    /// <summary>Starts it and waits until it can be asked.</summary>
    /// <param name="arguments">The arguments that make this program a server.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="ServerEndedException">It ended instead; the message has what it printed.</exception>
    public static async Task<LicenceServerProcess> StartAsync(IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        var process = Process.Start(StartInfo(arguments)) ?? throw new ServerEndedException("it was not started at all");
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            var line = await process.StandardOutput.ReadLineAsync(cancellationToken).AsTask().WaitAsync(StartTimeout, cancellationToken).ConfigureAwait(false);
            if (line?.Split(' ') is [ReadyWord, var key, .. var page]) return new LicenceServerProcess(process, errors, key, page.FirstOrDefault());
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

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
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

    private static ProcessStartInfo StartInfo(IEnumerable<string> arguments)
    {
        var start = OwnProgram.StartInfo(Assembly.GetEntryAssembly()!, arguments);
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
