using System.Globalization;
using Xunit.Abstractions;

namespace Genie.Datagrams.Rpc.Tests;

/// <summary>Seeds of chance: printed, and taken from GENIE_SEED to repeat a run.</summary>
internal static class Seeds
{
    public static int Next(ITestOutputHelper output)
    {
        var seed = Environment.GetEnvironmentVariable("GENIE_SEED") is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : Random.Shared.Next();
        output.WriteLine($"GENIE_SEED={seed}");
        return seed;
    }
}
