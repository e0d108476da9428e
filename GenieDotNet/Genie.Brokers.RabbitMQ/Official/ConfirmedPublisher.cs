using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Genie.Brokers.Multiplexing;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// Publishes on one AMQP channel and reports each message's outcome: confirmed, refused or returned. Many are under way at
/// once; the library's own tracking would allocate a task, a dictionary and two headers for each.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle to free, and those who wait for it at the end must still be woken.")]
internal sealed class ConfirmedPublisher
{
    // The library makes a dictionary for every message where there is none.
    private static readonly Dictionary<string, object?> NoHeaders = [];

    private readonly IChannel _channel;
    private readonly PublishTarget _target;
    private readonly Action<Correlation, Exception?> _settled;
    private readonly Func<Exception> _refused;
    private readonly Func<Exception> _unroutable;
    private readonly UnconfirmedMessages _unconfirmed = new();
    private readonly SemaphoreSlim _publishing = new(1, 1);
    private readonly BasicProperties _properties;

    /// <param name="channel">A channel with confirmations on and the library's tracking off, used by nobody else.</param>
    /// <param name="target">Where the messages go.</param>
    /// <param name="persistent">Messages are written to disk before they are confirmed.</param>
    /// <param name="settled">Told each message's fate; null is a confirmation.</param>
    /// <param name="refused">Makes the error of a message that the server could not take (basic.nack).</param>
    /// <param name="unroutable">Makes the error of a message that has no queue (basic.return).</param>
    public ConfirmedPublisher(
        IChannel channel, PublishTarget target, bool persistent, Action<Correlation, Exception?> settled, Func<Exception> refused, Func<Exception> unroutable)
    {
        _channel = channel;
        _target = target;
        _settled = settled;
        _refused = refused;
        _unroutable = unroutable;
        _properties = new BasicProperties { Headers = NoHeaders, DeliveryMode = persistent ? DeliveryModes.Persistent : DeliveryModes.Transient };
        channel.BasicAcksAsync += OnAckAsync;
        channel.BasicNacksAsync += OnNackAsync;
        channel.BasicReturnAsync += OnReturnAsync;
    }

    /// <summary>Publishes; completes when the message's bytes are copied. Its outcome is reported to the one given at creation.</summary>
    /// <param name="message">The payload.</param>
    /// <param name="headers">Its headers; null for none.</param>
    /// <param name="correlation">Names it to the one who is told its outcome.</param>
    /// <param name="timeout">For earlier messages to leave.</param>
    /// <param name="cancellationToken">Abandons that wait.</param>
    /// <exception cref="TimeoutException">Earlier messages did not leave this process within <paramref name="timeout"/>; this one was not sent.</exception>
    public ValueTask PublishAsync(ReadOnlyMemory<byte> message, Dictionary<string, object?>? headers, Correlation correlation, TimeSpan timeout, CancellationToken cancellationToken)
    {
        if (!_publishing.Wait(0, CancellationToken.None)) return WaitThenPublishAsync(message, headers, correlation, timeout, cancellationToken);
        Publish(message, headers, correlation);
        return ValueTask.CompletedTask;
    }

    private async ValueTask WaitThenPublishAsync(ReadOnlyMemory<byte> message, Dictionary<string, object?>? headers, Correlation correlation, TimeSpan timeout, CancellationToken cancellationToken)
    {
        if (!await _publishing.WaitAsync(timeout, cancellationToken).ConfigureAwait(false)) throw new TimeoutException($"earlier messages did not leave this process within {timeout.TotalSeconds:0.###} s; nothing was sent");
        Publish(message, headers, correlation);
    }

    // The library counts a message when it takes it, so numbers must be given out in the order of the calls: one at a time.
    // It copies the bytes before its first wait; what is waited for is room in its queue, and cancelling that wait would
    // break its count.
    private void Publish(ReadOnlyMemory<byte> message, Dictionary<string, object?>? headers, Correlation correlation)
    {
        ValueTask publication;
        try
        {
            var properties = headers is null ? _properties : new BasicProperties { Headers = headers, DeliveryMode = _properties.DeliveryMode };
            properties.MessageId = _unconfirmed.Add(correlation).ToString(CultureInfo.InvariantCulture);
            publication = _channel.BasicPublishAsync(_target.Exchange, _target.RoutingKey, _target.IsMandatory, properties, message, CancellationToken.None);
        }
        catch
        {
            _publishing.Release();
            throw;
        }

        if (publication.IsCompleted) Finish(publication, correlation);
        else _ = FinishAsync(publication, correlation);
    }

    private void Finish(ValueTask publication, Correlation correlation)
    {
        _publishing.Release();
        try
        {
            publication.GetAwaiter().GetResult();
        }
        catch (Exception error)
        {
            _settled(correlation, error);
        }
    }

    private async Task FinishAsync(ValueTask publication, Correlation correlation)
    {
        try
        {
            await publication.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            _settled(correlation, error);
        }

        _publishing.Release();
    }

    private Task OnAckAsync(object sender, BasicAckEventArgs ack)
    {
        while (_unconfirmed.TryTake(ack.DeliveryTag, ack.Multiple, out var correlation)) _settled(correlation, null);
        return Task.CompletedTask;
    }

    private Task OnNackAsync(object sender, BasicNackEventArgs nack)
    {
        while (_unconfirmed.TryTake(nack.DeliveryTag, nack.Multiple, out var correlation)) _settled(correlation, _refused());
        return Task.CompletedTask;
    }

    /// <summary>An unroutable message comes back before it is confirmed.</summary>
    private Task OnReturnAsync(object sender, BasicReturnEventArgs message)
    {
        if (ulong.TryParse(message.BasicProperties.MessageId, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && _unconfirmed.TryTake(number, multiple: false, out var correlation))
        {
            _settled(correlation, _unroutable());
        }

        return Task.CompletedTask;
    }
}
