using System.Globalization;
using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Drivers;

/// <summary>What each system can do, from its traits with default settings, as Markdown: docs/capabilities.md.</summary>
internal static class CapabilityText
{
    /// <summary>The page's lines before the table's rows.</summary>
    public const string Head = """
        # Capability by system

        From the traits (`BrokerTraits`) of every driver with its default settings and before the first connection: a server may tell another limit.
        `./genie brokers --capabilities` prints this page, and a test compares it. In words, with what happens in bad weather: [drivers](drivers/README.md).

        - **Confirmations**: levels that a connection can be asked for, the default first. **Largest** message in bytes.
        - **Ordered**: messages of one connection reach one listener in the order sent. **Doubles**: after a fault a message can come twice.
        - **Redelivers**: a one-way message whose handler threw comes again. **Holds**: messages wait where nobody listens.
        - **Broadcast**: levels of a connection that sends to every listener (`Delivery.Broadcast`), the default first; *no*: a message goes to one listener only.
        - **Own headers**: headers, id and key can travel in headers of the system's own (`NativeHeaders`); elsewhere always in the message's bytes.
        - **Outlives the server**: the weakest level whose messages are still there when the server was killed. **One process**: client and listener share one.

        | system | client | confirmations | largest | ordered | doubles | redelivers | holds | broadcast | own headers | outlives the server | one process |
        |---|---|---|---|---|---|---|---|---|---|---|---|
        """;

    /// <summary>The page, without what missing packages took from the build.</summary>
    public static async Task<string> PageAsync()
    {
        List<string> lines = [Head];
        foreach (var driver in DriverCatalogue.Brokers.Except(DriverCatalogue.References).SelectMany(DriverCatalogue.Of)) lines.Add(await RowAsync(driver).ConfigureAwait(false));
        return string.Join('\n', lines);
    }

    /// <summary>A driver's row.</summary>
    public static async Task<string> RowAsync(IBrokerDriver driver)
    {
        await using var broker = BrokerOptionsBinder.Create(driver, environment: static _ => null);
        var traits = broker.Traits;
        var outlives = traits.Confirmations.Any(level => level >= traits.OutlivesServer) ? traits.OutlivesServer.ToString().ToLowerInvariant() : "none";
        return $"| {driver.Broker} | {driver.Client} | {Levels(traits.Confirmations)} | {traits.MaxPayloadBytes.ToString("N0", CultureInfo.InvariantCulture)} | {Sign(traits.OrderedPerSender)} | {Sign(traits.CanRedeliver)} "
            + $"| {Sign(traits.RedeliversFailures)} | {Sign(traits.HoldsWithoutListener)} | {Levels(traits.BroadcastConfirmations)} | {Sign(traits.NativeHeaders)} | {outlives} | {Sign(traits.InProcess)} |";
    }

    private static string Levels(IReadOnlyList<Confirmation> levels) =>
        levels.Count == 0 ? "no" : string.Join(", ", levels.Select(level => level.ToString().ToLowerInvariant()));

    private static string Sign(bool isTrue) => isTrue ? "yes" : "no";
}
