using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>What the library calls when messages come; it adds nothing of its own per message.</summary>
internal abstract class Consumer(IChannel channel) : IAsyncBasicConsumer
{
    public IChannel Channel => channel;

    IChannel? IAsyncBasicConsumer.Channel => channel;

    public abstract Task HandleBasicDeliverAsync(
        string consumerTag, ulong deliveryTag, bool redelivered, string exchange, string routingKey, IReadOnlyBasicProperties properties,
        ReadOnlyMemory<byte> body, CancellationToken cancellationToken = default);

    public virtual Task HandleBasicCancelAsync(string consumerTag, CancellationToken cancellationToken = default) => Task.CompletedTask;

    public virtual Task HandleBasicCancelOkAsync(string consumerTag, CancellationToken cancellationToken = default) => Task.CompletedTask;

    public Task HandleBasicConsumeOkAsync(string consumerTag, CancellationToken cancellationToken = default) => Task.CompletedTask;

    public virtual Task HandleChannelShutdownAsync(object channel, ShutdownEventArgs reason) => Task.CompletedTask;
}
