using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>A topic that answers go to, with the producer for it, which is made anew when it or its link is lost.</summary>
internal sealed class PulsarAnswerTopic(PulsarAnswerLinks links, string name) : IIdleTopic
{
    private readonly Lock _lock = new();
    private Task<PulsarProducer>? _opening;
    private PulsarProducer? _producer;
    private long _lastUsed = Environment.TickCount64;

    /// <inheritdoc/>
    public long LastUsed => Volatile.Read(ref _lastUsed);

    /// <summary>Sends an answer. Completes when its bytes are no longer needed.</summary>
    public ValueTask PostAsync(PulsarMessage answer)
    {
        Volatile.Write(ref _lastUsed, Environment.TickCount64);
        return TryGet() is { } producer ? PostAsync(producer, answer) : OpenThenPostAsync(answer);
    }

    /// <summary>The broker closed a producer; if it is this one's, the next answer makes another.</summary>
    public void Unregister(PulsarProducer producer) => Interlocked.CompareExchange(ref _producer, null, producer);

    /// <inheritdoc/>
    public async Task CloseAsync()
    {
        if (Interlocked.Exchange(ref _producer, null) is not { } producer || producer.Session.Ended.IsCompleted) return;
        try
        {
            await producer.Session.CloseProducerAsync(producer, CancellationToken.None).ConfigureAwait(false);
        }
        catch (BrokerException)
        {
            // With its link gone the producer is gone too.
        }
    }

    private static ValueTask PostAsync(PulsarProducer producer, PulsarMessage answer) =>
        producer.PostAsync(answer, default, FlushBy.Caller, CancellationToken.None);

    private PulsarProducer? TryGet() => Volatile.Read(ref _producer) is { } producer && !producer.Session.Ended.IsCompleted ? producer : null;

    private async ValueTask OpenThenPostAsync(PulsarMessage answer)
    {
        Task<PulsarProducer> opening;
        lock (_lock) opening = _opening is { IsCompleted: false } ? _opening : _opening = OpenAsync();
        await PostAsync(await opening.ConfigureAwait(false), answer).ConfigureAwait(false);
    }

    private async Task<PulsarProducer> OpenAsync()
    {
        if (TryGet() is { } producer) return producer;
        producer = await links.CreateProducerAsync(name).ConfigureAwait(false);
        Volatile.Write(ref _producer, producer);
        return producer;
    }
}
