using System.Security.Cryptography.X509Certificates;
using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Libraries;
using global::Pulsar.Client.Api;
using global::Pulsar.Client.Common;

namespace Genie.Brokers.Pulsar.Official;

/// <summary>One client of Pulsar.Client.</summary>
internal sealed class PulsarClientLibrary(PulsarClient client, PulsarOptions options) : IPulsarLibrary
{
    private const int PendingMax = 100_000;
    private static readonly TimeSpan BatchDelay = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    /// <summary>Makes a client; it connects when it is used.</summary>
    /// <exception cref="BrokerSettingException">A client certificate, which this driver does not hand on.</exception>
    public static async ValueTask<IPulsarLibrary> OpenAsync(PulsarOptions options, ServerAddress server)
    {
        if (options.TlsCertificateFile.Length > 0) throw new BrokerSettingException("pulsar.tls-certificate-file: only the wire client shows a certificate. Use a token, or --client wire.");
        var scheme = options.UsesTls ? "pulsar+ssl" : "pulsar";
        var builder = new PulsarClientBuilder().ServiceUrl($"{scheme}://{server}").OperationTimeout(options.ConnectTimeout).KeepAliveInterval(options.KeepAlive);
        if (options.Credential.Length > 0) builder = builder.Authentication(AuthenticationFactory.Token(options.Credential));
        if (options.UsesTls) builder = builder.EnableTls(true).EnableTlsHostnameVerification(true);
        if (options.TlsCaFile.Length > 0) builder = builder.TlsTrustCertificate(X509CertificateLoader.LoadCertificateFromFile(options.TlsCaFile));
        return new PulsarClientLibrary(await builder.BuildAsync().ConfigureAwait(false), options);
    }

    /// <inheritdoc/>
    public async ValueTask<ILibraryProducer> CreateProducerAsync(string topic, bool batches, CancellationToken cancellationToken) => new PulsarClientProducer(
        await RetryTransientAsync(() => client.NewProducer().Topic(topic).EnableBatching(batches).BatchingMaxPublishDelay(BatchDelay).BatchingMaxMessages(options.BatchMessagesMax)
            .BatchingMaxBytes(options.BatchBytesMax).MaxPendingMessagesAcrossPartitions(PendingMax).MaxPendingMessages(PendingMax).AutoUpdatePartitions(false).CreateAsync(), cancellationToken).ConfigureAwait(false));

    /// <inheritdoc/>
    public ValueTask<ILibraryConsumer> SubscribeAsync(string topic, string subscription, int prefetch, CancellationToken cancellationToken) =>
        ConsumeAsync(topic, subscription, TypeOf(options.SubscriptionType), SubscriptionMode.Durable, prefetch, cancellationToken);

    /// <inheritdoc/>
    public ValueTask<ILibraryConsumer> ReadAsync(string topic, int prefetch, CancellationToken cancellationToken) =>
        ConsumeAsync(topic, PulsarTopic.NewReader(), SubscriptionType.Exclusive, SubscriptionMode.NonDurable, prefetch, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync() => await client.CloseAsync().ConfigureAwait(false);

    private static SubscriptionType TypeOf(PulsarSubscriptionType type) => type switch
    {
        PulsarSubscriptionType.Exclusive => SubscriptionType.Exclusive,
        PulsarSubscriptionType.Failover => SubscriptionType.Failover,
        PulsarSubscriptionType.KeyShared => SubscriptionType.KeyShared,
        _ => SubscriptionType.Shared,
    };

    private async ValueTask<ILibraryConsumer> ConsumeAsync(string topic, string subscription, SubscriptionType type, SubscriptionMode mode, int prefetch, CancellationToken cancellationToken) => new PulsarClientConsumer(
        await RetryTransientAsync(() => client.NewConsumer().Topic(topic).SubscriptionName(subscription).SubscriptionType(type).SubscriptionMode(mode).ReceiverQueueSize(prefetch)
            .AutoUpdatePartitions(false).SubscribeAsync(), cancellationToken).ConfigureAwait(false));

    // What a broker says whose store is not there yet, as some seconds after a crash. Java's client asks again
    // (PulsarClientException.isRetriableError), this one gives up.
    private static async Task<T> RetryTransientAsync<T>(Func<Task<T>> open, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                return await open().ConfigureAwait(false);
            }
            catch (Exception error) when (error.GetBaseException() is BrokerMetadataException or BrokerPersistenceException)
            {
                await Task.WhenAny(Task.Delay(RetryDelay, cancellationToken)).ConfigureAwait(false);
                if (cancellationToken.IsCancellationRequested) throw;
            }
        }
    }
}
