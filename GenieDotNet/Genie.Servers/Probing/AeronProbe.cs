namespace Genie.Servers.Probing;

/// <summary>A media driver lives if its file says so: see <see cref="AeronServer"/>.</summary>
internal static class AeronProbe
{
    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled<string?>(cancellationToken) : Task.FromResult(url.IsFile ? AeronServer.Describe(url.LocalPath) : null);
}
