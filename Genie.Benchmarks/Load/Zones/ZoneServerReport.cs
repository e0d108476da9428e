using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>What a zone server's process tells the one that started it.</summary>
internal sealed record ZoneServerReport
{
    /// <summary>Where it listens, on loopback.</summary>
    public required int Port { get; init; }

    /// <summary>Zones that it owns with a lease that runs.</summary>
    public IReadOnlyList<ZoneClaim> Claims { get; init; } = [];

    /// <summary>What went wrong meanwhile, and was tried again.</summary>
    public IReadOnlyList<string> Errors { get; init; } = [];
}

/// <summary>A server owned a zone at some moment within these two, on <see cref="ZoneFaultWorld.Now"/>.</summary>
/// <param name="Zone">The zone.</param>
/// <param name="Epoch">Its epoch.</param>
/// <param name="From">Before it was looked at.</param>
/// <param name="To">After it.</param>
internal sealed record ZoneClaim(int Zone, long Epoch, long From, long To);

/// <summary>Source-generated JSON of it.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ZoneServerReport))]
internal sealed partial class ZoneServerJsonContext : JsonSerializerContext;
