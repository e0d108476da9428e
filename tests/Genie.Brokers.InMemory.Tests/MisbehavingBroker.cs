namespace Genie.Brokers.InMemory.Tests;

/// <summary>See <see cref="MisbehavingDriver"/>.</summary>
internal sealed class MisbehavingBroker(IBroker inner, Misbehaviour misbehaviour) : IBroker
{
    public BrokerTraits Traits => misbehaviour == Misbehaviour.CutsLargeMessages
        ? inner.Traits with { MaxPayloadBytes = inner.Traits.MaxPayloadBytes / 2 }
        : inner.Traits;

    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        if (misbehaviour == Misbehaviour.FakesConfirmation) options = options with { Confirmation = null };
        return new MisbehavingConnection(await inner.ConnectAsync(channel, options, cancellationToken), misbehaviour);
    }

    public ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        inner.ListenAsync(channel, options, handler, cancellationToken);

    public ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken) => inner.DeleteChannelAsync(channel, cancellationToken);

    public ValueTask DisposeAsync() => inner.DisposeAsync();
}
