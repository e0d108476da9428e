using System.Buffers;
using Genie.Brokers;
using Genie.Messaging.DeadLetters;

namespace Genie.Messaging;

/// <summary>Sends messages to one channel. Safe for concurrent callers.</summary>
public sealed class MessageSender : IAsyncDisposable
{
    private readonly IBrokerConnection _connection;
    private readonly TimeProvider _clock;

    internal MessageSender(IBrokerConnection connection, TimeProvider clock) => (_connection, _clock) = (connection, clock);

    /// <summary>Sends; completes when the message has reached <see cref="ConnectionOptions.Confirmation"/>.</summary>
    /// <exception cref="MessagingException">Its id, key or headers are not allowed; nothing was sent.</exception>
    /// <exception cref="BrokerException">As <see cref="IBrokerConnection.SendAsync"/>.</exception>
    public async ValueTask SendAsync(Message message, CancellationToken cancellationToken)
    {
        var bytes = Write(message, awaitsAnswer: false);
        await _connection.SendAsync(bytes, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Sends bytes that are a message already.</summary>
    internal ValueTask SendBytesAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken) => _connection.SendAsync(bytes, cancellationToken);

    /// <summary>Sends what was received once, whatever it is.</summary>
    internal ValueTask SendAgainAsync(Message message, CancellationToken cancellationToken) =>
        SendBytesAsync(message is { Id.Length: 0, Key.Length: 0, Headers.Count: 0 } ? message.Body : LetterFormat.Bytes(message, _clock.GetUtcNow()), cancellationToken);

    /// <summary>Sends and awaits the answer.</summary>
    /// <returns>The answer; its body is the caller's.</returns>
    /// <exception cref="RemoteHandlerException">The handler failed, or settled the request by no answer.</exception>
    /// <exception cref="BrokerException">As <see cref="IBrokerConnection.RequestAsync"/>.</exception>
    public async ValueTask<Message> RequestAsync(Message message, CancellationToken cancellationToken)
    {
        var bytes = Write(message, awaitsAnswer: true);
        using var reply = await _connection.RequestAsync(bytes, cancellationToken).ConfigureAwait(false);
        return MessageFormat.Read(reply.Payload.ToArray()).Message;
    }

    /// <summary>Completes when everything sent before has left this process; see <see cref="IBrokerConnection.FlushAsync"/>.</summary>
    public ValueTask FlushAsync(CancellationToken cancellationToken) => _connection.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    private ReadOnlyMemory<byte> Write(Message message, bool awaitsAnswer)
    {
        ArgumentNullException.ThrowIfNull(message);
        var bytes = new ArrayBufferWriter<byte>(message.Body.Length + 128);
        MessageFormat.Write(bytes, message, message.Id.Length > 0 ? message.Id : Guid.CreateVersion7().ToString(), awaitsAnswer, _clock.GetUtcNow());
        return bytes.WrittenMemory;
    }
}
