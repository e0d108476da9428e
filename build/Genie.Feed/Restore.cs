using System.Diagnostics;

namespace Genie.Feed;

/// <summary>Runs <c>dotnet restore</c>.</summary>
internal static class Restore
{
    /// <summary>Restores a solution; errors of single projects are left in their assets files.</summary>
    /// <param name="solution">The solution.</param>
    /// <param name="patience">A feed that does not answer for this long altogether counts as unreachable.</param>
    /// <returns>What the command printed.</returns>
    /// <exception cref="FeedException">The feed did not answer in time.</exception>
    public static async Task<string> RunAsync(string solution, TimeSpan patience)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } host ? host : "dotnet")
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Path.GetDirectoryName(solution)!,
        };
        foreach (var argument in (string[])["restore", solution, "-nologo", "-nodeReuse:false", "-v", "quiet"]) start.ArgumentList.Add(argument);
        using var process = Process.Start(start) ?? throw new FeedException("dotnet did not start.");
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        using var timeout = new CancellationTokenSource(patience);
        try
        {
            await process.WaitForExitAsync(timeout.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new FeedException($"The package feed did not answer within {patience.TotalMinutes:0} minutes. {Advice}");
        }

        return await output.ConfigureAwait(false) + await errors.ConfigureAwait(false);
    }

    /// <summary>What to do about a feed that cannot be reached.</summary>
    public const string Advice = "Check the network, 'dotnet nuget list source' and GENIE_PACKAGE_SOURCE, then start again.";
}
