using System.Security.Claims;
using System.Threading.RateLimiting;
using Grpc.Core;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>How many events a second each caller may bring, as the settings say.</summary>
internal static class EventQuotas
{
    // Two full streams of events; more would only wait longer.
    private const int WaitingMax = 128;

    private static readonly TimeSpan ShortPeriod = TimeSpan.FromMilliseconds(100);

    /// <summary>A bucket of a second's events for each caller that has a quota; null where nobody has one.</summary>
    public static PartitionedRateLimiter<ServerCallContext>? Create(GeniusSettings settings)
    {
        var rates = settings.ApiKeys.Select(key => (Caller: CallerOf(ApiKeyHandler.SchemeName, key.Name), key.EventsPerSecond))
            .Concat(settings.Clients.Select(client => (Caller: CallerOf(ClientCertificateHandler.SchemeName, client.Name), client.EventsPerSecond)))
            .Where(static each => each.EventsPerSecond > 0).ToDictionary(static each => each.Caller, static each => each.EventsPerSecond, StringComparer.Ordinal);
        var ofTokens = settings.Jwt?.EventsPerSecond ?? 0;
        if (rates.Count == 0 && ofTokens == 0) return null;
        return PartitionedRateLimiter.Create<ServerCallContext, string>(call =>
        {
            var caller = call.GetHttpContext().User.Identity as ClaimsIdentity;
            var name = CallerOf(caller?.AuthenticationType, caller?.Name);
            var rate = caller?.AuthenticationType == JwtHandler.SchemeName ? ofTokens : rates.GetValueOrDefault(name);
            return rate > 0 ? RateLimitPartition.GetTokenBucketLimiter(name, _ => BucketOf(rate)) : RateLimitPartition.GetNoLimiter(name);
        }, StringComparer.Ordinal);
    }

    private static string CallerOf(string? scheme, string? name) => $"{scheme} {name}";

    private static TokenBucketRateLimiterOptions BucketOf(int rate)
    {
        // Small steps often, as far as they are whole events.
        var perPeriod = Math.Max(1, (int)(rate * ShortPeriod.TotalSeconds));
        return new TokenBucketRateLimiterOptions
        {
            TokenLimit = rate,
            TokensPerPeriod = perPeriod,
            ReplenishmentPeriod = TimeSpan.FromSeconds((double)perPeriod / rate),
            QueueLimit = WaitingMax,
        };
    }
}
