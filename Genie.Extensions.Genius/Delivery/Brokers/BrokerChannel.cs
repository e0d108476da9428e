using Genie.Brokers;
using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Active;
using Genie.Extensions.Genius.Outputs;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Delivery.Brokers;

/// <summary>
/// Delivers to a channel of a broker: a sink for the output stream. A message is delivered when the connection's confirmation says so; one whose confirmation
/// was lost is sent again. Facts carry their position, by which receivers tell a repetition.
/// </summary>
/// <remarks>The link is opened by the first attempt, and anew after it failed. Safe for concurrent attempts.</remarks>
/// <param name="broker">The broker; the caller's to close, after this.</param>
/// <param name="channel">The broker's channel.</param>
/// <param name="options">How messages are sent. Default: see there.</param>
/// <param name="body">What a message holds. Default: <see cref="FactOf"/>.</param>
public sealed class BrokerChannel(IBroker broker, string channel, ConnectionOptions? options = null, Func<RecordedEvent, ReadOnlyMemory<byte>>? body = null) : IDeliveryChannel, IAsyncDisposable
{
    private readonly Func<RecordedEvent, ReadOnlyMemory<byte>> _body = body ?? FactOf;
    private readonly SemaphoreSlim _connecting = new(1, 1);
    private IBrokerConnection? _connection;

    /// <summary>The message of a fact, protobuf <c>genie.genius.v1.Output</c> with its position; of a record that is none, its payload.</summary>
    public static ReadOnlyMemory<byte> FactOf(RecordedEvent value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return GeniusOutputs.Read(value)?.ToByteArray() ?? value.Payload;
    }

    /// <inheritdoc/>
    public async ValueTask<DeliveryOutcome> DeliverAsync(DeliveryAttempt attempt, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(attempt);
        var connection = await ConnectAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await connection.SendAsync(_body(attempt.Event), cancellationToken).ConfigureAwait(false);
            return DeliveryOutcome.Delivered;
        }
        catch (PayloadTooLargeException error)
        {
            return DeliveryOutcome.Refused(error.Message);
        }
        catch (ObjectDisposedException error)
        {
            await DropAsync(connection).ConfigureAwait(false);
            return DeliveryOutcome.Failed(error.Message);
        }
        catch (BrokerException error)
        {
            await DropAsync(connection).ConfigureAwait(false);
            return DeliveryOutcome.Failed(error.Message);
        }
    }

    /// <summary>Closes the link.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _connection, null) is { } connection) await connection.DisposeAsync().ConfigureAwait(false);
        _connecting.Dispose();
    }

    private async ValueTask<IBrokerConnection> ConnectAsync(CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _connection) is { } known) return known;
        await _connecting.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return _connection ??= await broker.ConnectAsync(channel, options ?? new ConnectionOptions(), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _connecting.Release();
        }
    }

    // Attempts that are under way on it fail, and are made again.
    private async ValueTask DropAsync(IBrokerConnection failed)
    {
        if (Interlocked.CompareExchange(ref _connection, null, failed) == failed) await failed.DisposeAsync().ConfigureAwait(false);
    }
}
