using System.Buffers;
using System.Collections.Concurrent;
using DotPulsar;
using DotPulsar.Abstractions;
using DotPulsar.Exceptions;
using DotPulsar.Extensions;
using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Libraries;

namespace Genie.Brokers.Pulsar.Apache;

/// <summary>
/// Two clients of DotPulsar. It leaves Nagle's algorithm on: an acknowledgement followed by a message on the same connection
/// would wait for the broker's delayed acknowledgement, 40 ms. So producers and consumers have a client each.
/// </summary>
internal sealed class DotPulsarLibrary(IPulsarClient sending, IPulsarClient receiving, PulsarOptions options) : IPulsarLibrary
{
    private const uint PendingMax = 100_000;
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(500);

    private readonly ConcurrentBag<IAsyncDisposable> _parts = [];

    /// <summary>Makes the clients; they connect when they are used.</summary>
    /// <exception cref="BrokerSettingException">A client certificate, which this driver does not hand on.</exception>
    public static ValueTask<IPulsarLibrary> OpenAsync(PulsarOptions options, ServerAddress server)
    {
        if (options.TlsCertificateFile.Length > 0) throw new BrokerSettingException("pulsar.tls-certificate-file: only the wire client shows a certificate. Use a token, or --client wire.");
        return new(new DotPulsarLibrary(Build(options, server), Build(options, server), options));
    }

    /// <inheritdoc/>
    public async ValueTask<ILibraryProducer> CreateProducerAsync(string topic, bool batches, CancellationToken cancellationToken)
    {
        var producer = Keep(sending.CreateProducer(new ProducerOptions<ReadOnlySequence<byte>>(topic, Schema.ByteSequence) { MaxPendingMessages = PendingMax }));
        var state = (await producer.StateChangedTo(ProducerState.Connected, cancellationToken).ConfigureAwait(false)).ProducerState;
        if (state != ProducerState.Connected) throw new LinkLostException(PulsarDrivers.Broker, $"DotPulsar's producer is {state}");
        return new DotPulsarProducer(producer);
    }

    /// <inheritdoc/>
    public async ValueTask<ILibraryConsumer> SubscribeAsync(string topic, string subscription, int prefetch, CancellationToken cancellationToken)
    {
        var consumer = Keep(receiving.CreateConsumer(new ConsumerOptions<ReadOnlySequence<byte>>(subscription, topic, Schema.ByteSequence)
        {
            SubscriptionType = TypeOf(options.SubscriptionType),
            MessagePrefetchCount = (uint)prefetch,
        }));
        var state = (await consumer.StateChangedFrom(ConsumerState.Disconnected, cancellationToken).ConfigureAwait(false)).ConsumerState;
        if (state is not (ConsumerState.Active or ConsumerState.Inactive)) throw new LinkLostException(PulsarDrivers.Broker, $"DotPulsar's consumer is {state}");
        return new DotPulsarConsumer(consumer, consumer, WhenLostAsync, consumer);

        // A failover consumer that waits its turn, or gets it, has lost nothing.
        async Task WhenLostAsync(CancellationToken token)
        {
            while (state is ConsumerState.Active or ConsumerState.Inactive)
                state = (await consumer.StateChangedFrom(state, token).ConfigureAwait(false)).ConsumerState;
        }
    }

    /// <inheritdoc/>
    public async ValueTask<ILibraryConsumer> ReadAsync(string topic, int prefetch, CancellationToken cancellationToken)
    {
        var reader = Keep(receiving.CreateReader(new ReaderOptions<ReadOnlySequence<byte>>(MessageId.Latest, topic, Schema.ByteSequence) { MessagePrefetchCount = (uint)prefetch }));
        var state = (await reader.StateChangedTo(ReaderState.Connected, cancellationToken).ConfigureAwait(false)).ReaderState;
        if (state != ReaderState.Connected) throw new LinkLostException(PulsarDrivers.Broker, $"DotPulsar's reader is {state}");
        return new DotPulsarConsumer(reader, null, async token => await reader.StateChangedFrom(ReaderState.Connected, token).ConfigureAwait(false), reader);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        // Not the clients alone: what they made would notice that it has ended, and never rest.
        while (_parts.TryTake(out var part)) await part.DisposeAsync().ConfigureAwait(false);
        await sending.DisposeAsync().ConfigureAwait(false);
        await receiving.DisposeAsync().ConfigureAwait(false);
    }

    private TPart Keep<TPart>(TPart part)
        where TPart : IAsyncDisposable
    {
        _parts.Add(part);
        return part;
    }

    // What a broker says whose store is not there yet. The library would give the part up for it, and from then on watch its
    // state, which does not change any more, without a pause, until the process ends.
    private static void Judge(ExceptionContext context)
    {
        if (context.Exception is not (MetadataException or PersistenceException or UnknownException)) return;
        context.Result = FaultAction.Retry;
        context.ExceptionHandled = true;
    }

    private static SubscriptionType TypeOf(PulsarSubscriptionType type) => type switch
    {
        PulsarSubscriptionType.Exclusive => SubscriptionType.Exclusive,
        PulsarSubscriptionType.Failover => SubscriptionType.Failover,
        PulsarSubscriptionType.KeyShared => SubscriptionType.KeyShared,
        _ => SubscriptionType.Shared,
    };

    private static IPulsarClient Build(PulsarOptions options, ServerAddress server)
    {
        var scheme = options.UsesTls ? "pulsar+ssl" : "pulsar";
        var builder = PulsarClient.Builder().ServiceUrl(new Uri($"{scheme}://{server}")).KeepAliveInterval(options.KeepAlive).RetryInterval(RetryInterval).ExceptionHandler(Judge);
        if (options.Credential.Length > 0) builder = builder.Authentication(AuthenticationFactory.Token(options.Credential));
        if (options.UsesTls)
        {
            var tls = options.CreateTls().CreateClientOptions(PulsarDrivers.Broker, server.Host);
            builder = builder.RemoteCertificateValidation((_, certificate, chain, errors) => LinkTls.IsTrusted(tls, certificate, chain, errors));
        }

        return builder.Build();
    }
}
