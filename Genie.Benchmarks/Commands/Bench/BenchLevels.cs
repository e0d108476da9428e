using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary><c>--confirmation</c> against what drivers can confirm.</summary>
internal static class BenchLevels
{
    /// <summary>A line for each driver of which no publishing is measured, since it does not confirm what was asked for.</summary>
    /// <exception cref="BadArgumentException">Its system was named, so that it is a mistake.</exception>
    public static IEnumerable<string> Check(BenchRequest request, IReadOnlyList<BenchDriver> drivers)
    {
        if (request.Confirmation is not { } asked || !request.Modes.Contains(RunMode.FireAndForget)) return [];
        var lacking = drivers.Where(driver => !driver.Traits.Confirmations.Contains(asked)).ToArray();
        return lacking.FirstOrDefault(driver => request.Named.Contains(driver.Driver.Broker)) is { } named
            ? throw new BadArgumentException(
                $"--confirmation {Name(asked)}: {Describe(named)}. Ask for one of these, or for all; './genie brokers --settings {named.Driver.Broker}' lists the settings, some of which change it.")
            : lacking.Select(driver => $"publishing is not measured: {Describe(driver)}, not {Name(asked)}.").ToArray();
    }

    private static string Describe(BenchDriver driver) =>
        $"{driver.Driver.Broker} through {driver.Driver.Client} confirms what is {string.Join(" or ", driver.Traits.Confirmations.Order().Select(Name))}, as it is set up";

    private static string Name(Confirmation level) => level.ToString().ToLowerInvariant();
}
