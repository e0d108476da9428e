using System.Diagnostics;
using Genie.Benchmarks.Reporting.Crank;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Http;

/// <summary>What the first request costs a server that has answered none, as Crank's own jobs for HTTP measure it before their load.</summary>
internal static class FirstRequest
{
    /// <summary>Sends one request and reads the whole answer, whatever its status.</summary>
    /// <exception cref="IOException">Nothing answers at the address.</exception>
    public static async Task<CrankMeasure> MeasureAsync(Uri url, CancellationToken cancellationToken)
    {
        using var client = new HttpClient();
        var watch = Stopwatch.StartNew();
        try
        {
            using var answer = await client.GetAsync(url, cancellationToken).ConfigureAwait(false);
        }
        catch (HttpRequestException error)
        {
            throw new IOException($"Nothing answers at {MaskedText.OfUrl(url)}: {error.Message}", error);
        }

        return new CrankMeasure("http/firstrequest", "First Request (ms)", CrankOperation.Max, "n0", watch.Elapsed.TotalMilliseconds);
    }
}
