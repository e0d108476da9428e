using System.Globalization;

namespace Genie.Fuzzing.Tests;

/// <summary>How long to fuzz, from which seed, and whether the corpus grows.</summary>
internal static class FuzzSettings
{
    private const double UsualMinutes = 0.1;

    private const double NightlyMinutes = 3;

    private static readonly double? Minutes = Read("GENIE_FUZZ_MINUTES") is { } minutes ? double.Parse(minutes, CultureInfo.InvariantCulture) : null;

    // GENIE_FUZZ_CHANGED: folders as git names them, two levels deep, with spaces between.
    private static readonly IReadOnlyCollection<string>? Changed = Read("GENIE_FUZZ_CHANGED") is { } folders ? Decoders.Of(folders.Split(' ', StringSplitOptions.RemoveEmptyEntries)) : null;

    /// <summary>GENIE_FUZZ_SEED: repeats a run whose seed was printed.</summary>
    public static int Seed { get; } = Read("GENIE_FUZZ_SEED") is { } seed ? int.Parse(seed, CultureInfo.InvariantCulture) : Random.Shared.Next();

    /// <summary>GENIE_FUZZ_KEEP=1: inputs that lead to an outcome which nothing in the corpus leads to are added to it.</summary>
    public static bool KeepsFinds { get; } = Read("GENIE_FUZZ_KEEP") == "1";

    /// <summary>
    /// How long a decoder is fuzzed beyond its corpus and some hundred inputs. GENIE_FUZZ_MINUTES is for all decoders together, in equal shares: a few seconds where it is not set.
    /// Where GENIE_FUZZ_CHANGED names folders that changed, the decoders of libraries in these share it.
    /// </summary>
    public static TimeSpan ShareOf(string decoder) =>
        Changed is null ? TimeSpan.FromMinutes(Minutes ?? UsualMinutes) / Decoders.All.Count
        : Changed.Contains(decoder) ? TimeSpan.FromMinutes(Minutes ?? UsualMinutes) / Changed.Count : TimeSpan.Zero;

    /// <summary>How long each decoder is fuzzed in the nightly tier: the same share of GENIE_FUZZ_MINUTES for each, or of some minutes.</summary>
    public static TimeSpan NightlyShare { get; } = TimeSpan.FromMinutes(Minutes ?? NightlyMinutes) / Decoders.All.Count;

    private static string? Read(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? text : null;
}
