using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// Messages that wait for another delivery at the server: in a queue for each length of a wait, from which they expire into the queue
/// that they came from. In one queue for all, a short wait would stand behind a long one.
/// </summary>
/// <param name="connection">The listener's.</param>
/// <param name="queue">Where they come from, and go back to.</param>
/// <param name="prefix">What the names of the queues begin with.</param>
/// <param name="options">The user's.</param>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle to free, and the AMQP channel ends with its connection.")]
internal sealed class PostponedMessages(IConnection connection, string queue, string prefix, RabbitMQOptions options)
{
    /// <summary>The header that says which delivery it is.</summary>
    public const string DeliveryHeader = "genie-delivery";

    // A queue that nobody uses any more goes by itself, long after the last message in it.
    private static readonly TimeSpan Unused = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan WaitMax = TimeSpan.FromDays(20);
    private static readonly CreateChannelOptions Confirmed = new(publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: true);

    private readonly SemaphoreSlim _using = new(1);
    private IChannel? _channel;

    /// <summary>Which delivery of a message it is, from 1.</summary>
    public static int DeliveryOf(IReadOnlyBasicProperties properties) =>
        properties.Headers?.TryGetValue(DeliveryHeader, out var value) is true && value is int delivery && delivery > 1 ? delivery : 1;

    /// <summary>Puts a message where it waits; once this completes the server has it, written to disk if it was before.</summary>
    /// <returns>False if the server does not do it: it may not be allowed to make a queue.</returns>
    public async ValueTask<bool> TryAddAsync(ReadOnlyMemory<byte> body, IReadOnlyBasicProperties from, int delivery, TimeSpan delay)
    {
        using var limited = new CancellationTokenSource(options.ConnectTimeout);
        try
        {
            await _using.WaitAsync(limited.Token).ConfigureAwait(false);
            try
            {
                if (_channel is not { IsOpen: true }) _channel = await connection.CreateChannelAsync(Confirmed, limited.Token).ConfigureAwait(false);
                var waiting = await DeclareAsync(_channel, delay, limited.Token).ConfigureAwait(false);
                await _channel.BasicPublishAsync("", waiting, mandatory: true, PropertiesOf(from, delivery), body, limited.Token).ConfigureAwait(false);
                return true;
            }
            finally
            {
                _using.Release();
            }
        }
        catch (Exception)
        {
            // The library has many ways to say no. The message waits here then, unacknowledged, and is lost to nobody.
            return false;
        }
    }

    private async Task<string> DeclareAsync(IChannel channel, TimeSpan delay, CancellationToken cancellationToken)
    {
        // Whole seconds: waits that are drawn at random would make a queue each.
        var wait = TimeSpan.FromSeconds(Math.Ceiling(Math.Min(delay.TotalSeconds, WaitMax.TotalSeconds)));
        var milliseconds = (long)wait.TotalMilliseconds;
        var arguments = new Dictionary<string, object?>
        {
            ["x-message-ttl"] = milliseconds,
            ["x-expires"] = (long)(wait + Unused).TotalMilliseconds,
            ["x-dead-letter-exchange"] = "",
            ["x-dead-letter-routing-key"] = queue,
        };
        var declared = await channel.QueueDeclareAsync(
            $"{prefix}.wait.{milliseconds.ToString(CultureInfo.InvariantCulture)}", options.Durable, exclusive: false, autoDelete: false, arguments, cancellationToken: cancellationToken).ConfigureAwait(false);
        return declared.QueueName;
    }

    private static BasicProperties PropertiesOf(IReadOnlyBasicProperties from, int delivery)
    {
        var properties = new BasicProperties(from)
        {
            Headers = new Dictionary<string, object?>(from.Headers ?? new Dictionary<string, object?>()) { [DeliveryHeader] = delivery },
        };

        // Its own end must not come before the wait's, and only its sender may be named as its user.
        properties.ClearExpiration();
        properties.ClearUserId();
        return properties;
    }
}
