using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class UnsupportedConfirmationIsRefused : ConformanceCheck
{
    public override string Name => "unsupported-confirmation-is-refused";

    public override string Description => "A confirmation level that the system does not have is refused with ConfirmationNotSupportedException when connecting.";

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var unsupported = Enum.GetValues<Confirmation>().Except(bench.Broker.Traits.Confirmations).ToArray();
        if (unsupported.Length == 0) throw new CheckNotApplicableException("the system has every confirmation level");
        foreach (var level in unsupported)
        {
            await Expect.ThrowsAsync<ConfirmationNotSupportedException>(
                async () => await (await bench.ConnectAsync(new ConnectionOptions { Confirmation = level }).ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false),
                $"when {level} is asked for").ConfigureAwait(false);
        }
    }
}
