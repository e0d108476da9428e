using Genie.Brokers.Conformance.Laboratory;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Lab;

/// <summary>Which failures decide: all of a wire driver, which is ours; around an official client those that our contract must prevent.</summary>
internal static class LabRules
{
    /// <summary>The failures of a result for which the command fails.</summary>
    public static IReadOnlyList<string> FailuresThatCount(IBrokerDriver driver, LabResult result) => driver.Client == "wire" ? result.Failures : result.ContractFailures;
}
