using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class TraitsAreComplete : ConformanceCheck
{
    public override string Name => "traits-are-complete";

    public override string Description => "Driver and broker name system, client, versions, guarantees and server alike.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        var (driver, traits) = (subject.Driver, bench.Broker.Traits);
        Expect.Equal(driver.Broker, traits.Broker, "the driver's system");
        Expect.Equal(driver.Client, traits.Client, "the driver's client");
        Expect.Equal(driver.ClientVersion, traits.ClientVersion, "the driver's client version");
        Expect.Equal(driver.InProcess, traits.InProcess, "the driver's in-process mark");
        Expect.That(traits.Server.Length > 0 || traits.InProcess, "a server with its version after the first connection", "an empty text");
        Expect.That(traits.Confirmations.Count > 0, "at least one confirmation level", "none");
        Expect.That(traits.MaxPayloadBytes > 0, "a largest payload", $"{traits.MaxPayloadBytes}");
        Expect.That(subject.Options.GetType() == driver.OptionsType, $"options of {driver.OptionsType.Name}", subject.Options.GetType().Name);
        var card = driver.Guarantees;
        string[] sentences = [card.Confirmation, card.ClientCrash, card.ServerCrash, card.Ordering, card.LargestMessage, card.CompetingConsumers];
        Expect.That(sentences.All(sentence => sentence.Length > 0), "a sentence for every guarantee", "an empty one");
    }
}
