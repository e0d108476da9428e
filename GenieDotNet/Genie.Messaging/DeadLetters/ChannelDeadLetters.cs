using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Messaging.DeadLetters;

/// <summary>Keeps dead letters on the same system, in the channel <c>NAME-dead</c>, at the strongest confirmation that the system has.</summary>
public sealed class ChannelDeadLetters : IDeadLetterSink
{
    internal const string Suffix = "-dead";
    internal const string Group = "dead-letters";
    private MessageSender? _sender;

    /// <summary>The channel of another's dead letters.</summary>
    /// <exception cref="BrokerSettingException">The channel's name leaves no room for the ending.</exception>
    public static string ChannelOf(string channel)
    {
        ChannelName.Check(channel);
        ChannelName.Check(channel + Suffix);
        return channel + Suffix;
    }

    /// <inheritdoc/>
    public async ValueTask OpenAsync(MessageClient client, string channel, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(client);
        var traits = client.Traits;
        if (!traits.HoldsWithoutListener)
            throw new MessagingException($"{traits.Broker} keeps no message that nobody listens to, so no dead letters: name another sink (SubscribeOptions.DeadLetters), or none.");
        var name = ChannelOf(channel);

        // A channel keeps what is sent from its first listener on.
        var listener = await client.ListenAsync(name, new ListenOptions { Group = Group, Prefetch = 1, StopTimeout = TimeSpan.Zero }, GiveBackAsync, cancellationToken).ConfigureAwait(false);
        await listener.DisposeAsync().ConfigureAwait(false);
        _sender = await client.ConnectAsync(name, new ConnectionOptions { Confirmation = traits.Confirmations.Max() }, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask PutAsync(DeadLetter letter, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(letter);
        var sender = _sender ?? throw new InvalidOperationException("The sink is not open.");
        return sender.SendAsync(letter.ToMessage(), cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask CloseAsync() => _sender?.DisposeAsync() ?? ValueTask.CompletedTask;

    // What comes while the listener is there is given back with its end.
    private static async ValueTask GiveBackAsync(System.Buffers.ReadOnlySequence<byte> message, System.Buffers.IBufferWriter<byte> reply, CancellationToken cancellationToken) =>
        await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken).ConfigureAwait(false);
}
