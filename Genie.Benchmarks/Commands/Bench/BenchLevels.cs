using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary><c>--confirmation</c> and <c>--fan-out</c> against what drivers can confirm.</summary>
internal static class BenchLevels
{
    /// <summary>Levels that messages of a run can be confirmed at; none where the driver cannot send them.</summary>
    public static IReadOnlyList<Confirmation> Of(BenchRequest request, BenchDriver driver) => request.FanOut > 0 ? driver.Traits.BroadcastConfirmations : driver.Traits.Confirmations;

    /// <summary>A line for each driver of which no publishing is measured, since it does not confirm what was asked for, or cannot send a message to several listeners.</summary>
    /// <exception cref="BadArgumentException">Its system was named, so that it is a mistake.</exception>
    public static IEnumerable<string> Check(BenchRequest request, IReadOnlyList<BenchDriver> drivers)
    {
        if (!request.Modes.Contains(RunMode.FireAndForget)) return [];
        var lacking = drivers.Where(driver => Of(request, driver).Count == 0 || (request.Confirmation is { } asked && !Of(request, driver).Contains(asked))).ToArray();
        return lacking.FirstOrDefault(driver => request.Named.Contains(driver.Driver.Broker)) is { } named
            ? throw new BadArgumentException($"{Describe(request, named)}. {Remedy(request, named)}")
            : lacking.Select(driver => $"publishing is not measured: {Describe(request, driver)}.").ToArray();
    }

    private static string Describe(BenchRequest request, BenchDriver driver)
    {
        var name = $"{driver.Driver.Broker} through {driver.Driver.Client}";
        var levels = Of(request, driver);
        return levels.Count == 0
            ? $"--fan-out: {name} sends a message to one listener only"
            : $"--confirmation {Name(request.Confirmation!.Value)}: {name} confirms what is {string.Join(" or ", levels.Order().Select(Name))}, as it is set up";
    }

    private static string Remedy(BenchRequest request, BenchDriver driver) => Of(request, driver).Count == 0
        ? "docs/capabilities.md says which systems can send it to all; leave this one out."
        : $"Ask for one of these, or for all; './genie brokers --settings {driver.Driver.Broker}' lists the settings, some of which change it.";

    private static string Name(Confirmation level) => level.ToString().ToLowerInvariant();
}
