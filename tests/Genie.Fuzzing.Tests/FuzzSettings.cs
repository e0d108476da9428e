using System.Globalization;

namespace Genie.Fuzzing.Tests;

/// <summary>How long to fuzz, from which seed, and whether the corpus grows.</summary>
internal static class FuzzSettings
{
    private const double UsualMinutes = 0.1;

    /// <summary>GENIE_FUZZ_MINUTES: for all decoders together, each gets the same share. A few seconds where it is not set.</summary>
    public static TimeSpan Total { get; } = TimeSpan.FromMinutes(double.Parse(Read("GENIE_FUZZ_MINUTES") ?? UsualMinutes.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture));

    /// <summary>GENIE_FUZZ_SEED: repeats a run whose seed was printed.</summary>
    public static int Seed { get; } = Read("GENIE_FUZZ_SEED") is { } seed ? int.Parse(seed, CultureInfo.InvariantCulture) : Random.Shared.Next();

    /// <summary>GENIE_FUZZ_KEEP=1: inputs that lead to an outcome which nothing in the corpus leads to are added to it.</summary>
    public static bool KeepsFinds { get; } = Read("GENIE_FUZZ_KEEP") == "1";

    private static string? Read(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? text : null;
}
