using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Messaging.DeadLetters;

/// <summary>Keeps dead letters on the same system, in the channel <c>NAME-dead</c>, at the strongest confirmation that the system gives while nobody listens.</summary>
public sealed class ChannelDeadLetters : IDeadLetterSink
{
    internal const string Suffix = "-dead";
    internal const string Group = "dead-letters";
    private static readonly LetterForm[] Forms = Enum.GetValues<LetterForm>();
    private MessageSender? _sender;
    private long _bytesMax;
    private string _system = "";

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
        (_bytesMax, _system) = (traits.MaxPayloadBytes, traits.Broker);
        _sender = await client.ConnectAsync(name, new ConnectionOptions { Confirmation = traits.HeldConfirmation }, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    /// <remarks>Whatever was received has its dead letter: what the system does not take as headers is wrapped, and what has no room is shortened (<see cref="DeadLetter.Shortened"/>).</remarks>
    public async ValueTask PutAsync(DeadLetter letter, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(letter);
        var sender = _sender ?? throw new InvalidOperationException("The sink is not open.");
        BrokerException? refusal = null;
        foreach (var form in Forms)
        {
            if (LetterFormat.Write(letter, form, _bytesMax) is not { } bytes) continue;
            try
            {
                await sender.SendBytesAsync(bytes, cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (BrokerException error) when (error is PayloadTooLargeException or MessageHeadersException)
            {
                // The system's own limits for headers, or the channel's for messages: less is said.
                refusal = error;
                if (error is PayloadTooLargeException { MaxPayloadBytes: > 0 } tooLarge && tooLarge.MaxPayloadBytes < _bytesMax) _bytesMax = tooLarge.MaxPayloadBytes;
            }
        }

        throw refusal ?? new PayloadTooLargeException(_system, letter.Message.Body.Length, _bytesMax);
    }

    /// <inheritdoc/>
    public ValueTask CloseAsync() => _sender?.DisposeAsync() ?? ValueTask.CompletedTask;

    // What comes while the listener is there is given back with its end.
    private static async ValueTask GiveBackAsync(System.Buffers.ReadOnlySequence<byte> message, System.Buffers.IBufferWriter<byte> reply, CancellationToken cancellationToken) =>
        await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken).ConfigureAwait(false);
}
