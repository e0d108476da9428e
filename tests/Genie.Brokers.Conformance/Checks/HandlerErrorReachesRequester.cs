using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class HandlerErrorReachesRequester : ConformanceCheck
{
    private const string Words = "the handler's own words, with an accent: é";
    private const int Rounds = 20;

    public override string Name => "handler-error-reaches-requester";

    public override string Description => "When a handler throws, at once or later, the requester gets RemoteHandlerException with its words, and the listener lives on.";

    public override ConformanceScope Scope => ConformanceScope.Delivery;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        await using var listener = await bench.ListenAsync(
            async (message, reply, token) =>
            {
                var number = Payloads.NumberOf(message);
                await Handlers.Echo(message, reply, token).ConfigureAwait(false);
                if (number < 0 && number % 2 == 0) await Task.Yield();
                if (number < 0) throw new InvalidOperationException(Words);
            },
            new ListenOptions { Concurrency = 1 }).ConfigureAwait(false);
        await using var connection = await bench.ConnectAsync().ConfigureAwait(false);
        for (var round = 1; round <= Rounds; round++)
        {
            await connection.SendAsync(Payloads.Numbered(-round, 64), cancellationToken).ConfigureAwait(false);
            var error = await Expect.ThrowsAsync<RemoteHandlerException>(
                async () => (await connection.RequestAsync(Payloads.Numbered(-round, 64), cancellationToken).ConfigureAwait(false)).Dispose(),
                "when the handler throws").ConfigureAwait(false);
            Expect.That(error.Message.Contains(Words, StringComparison.Ordinal), $"an error with '{Words}'", error.Message);
            await Traffic.RequestOneAsync(connection, round, 64, cancellationToken).ConfigureAwait(false);
        }
    }
}
