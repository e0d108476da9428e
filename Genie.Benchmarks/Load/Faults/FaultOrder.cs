using System.Text.Json;

namespace Genie.Benchmarks.Load.Faults;

/// <summary>Which faults happen, one after the other.</summary>
internal static class FaultOrder
{
    /// <summary>Each kind once, in a random order, before one comes again.</summary>
    public static IEnumerable<TFault> Of<TFault>(IReadOnlyList<TFault> faults, int rounds, Random random)
    {
        for (var left = rounds; left > 0;)
        {
            TFault[] shuffled = [.. faults];
            random.Shuffle(shuffled);
            foreach (var fault in shuffled.Take(left)) yield return fault;
            left -= shuffled.Length;
        }
    }

    /// <summary>A fault as the command line has it.</summary>
    public static string Name<TFault>(TFault fault)
        where TFault : struct, Enum => JsonNamingPolicy.KebabCaseLower.ConvertName(fault.ToString());
}
