using System.Buffers;
using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>SASL/PLAIN and TLS on a real server.</summary>
[Collection(KafkaServersDefinition.Name)]
public sealed class KafkaSecurityTests(KafkaServers servers)
{
    [SkippableFact]
    public async Task The_right_password_is_let_in()
    {
        var server = await servers.SecuredAsync();
        await ExchangeAsync(new KafkaOptions { Url = new Uri($"kafka://{KafkaServers.User}:{KafkaServers.Password}@127.0.0.1:{server.PasswordPort}") });
    }

    [SkippableFact]
    public async Task Tls_works_with_the_certificate_checked()
    {
        var server = await servers.SecuredAsync();
        await ExchangeAsync(new KafkaOptions { Url = new Uri($"kafkas://127.0.0.1:{server.TlsPort}"), TlsCaFile = server.CertificateFile });
    }

    [SkippableFact]
    public async Task An_unknown_authority_is_refused_with_advice()
    {
        var server = await servers.SecuredAsync();
        await using var broker = new KafkaDriver().Create(new KafkaOptions { Url = new Uri($"kafkas://127.0.0.1:{server.TlsPort}") });
        var error = await Assert.ThrowsAsync<BrokerException>(async () => await broker.ConnectAsync("tls", new ConnectionOptions(), default));
        Assert.Contains("GENIE_KAFKA_TLS_CA_FILE", error.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task The_server_and_the_settings_are_named()
    {
        var server = await servers.PlainAsync();
        await using var broker = new KafkaDriver().Create(new KafkaOptions { Url = server.Url });
        await using var connection = await broker.ConnectAsync("traits", new ConnectionOptions(), default);
        Assert.StartsWith("Kafka ", broker.Traits.Server, StringComparison.Ordinal);
        Assert.Contains("acks=all", broker.Traits.Remarks, StringComparison.Ordinal);
        Assert.Contains("linger=0 ms", broker.Traits.Remarks, StringComparison.Ordinal);
        await broker.DeleteChannelAsync("traits", default);
    }

    private static async Task ExchangeAsync(KafkaOptions options)
    {
        var channel = $"secured-{Guid.NewGuid():n}";
        await using var broker = new KafkaDriver().Create(options);
        await using (await broker.ListenAsync(channel, new ListenOptions(), EchoAsync, default))
        await using (var connection = await broker.ConnectAsync(channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(30) }, default))
        {
            using var reply = await connection.RequestAsync(new byte[] { 1, 2, 3 }, default);
            Assert.Equal([1, 2, 3], reply.Payload.ToArray());
        }

        await broker.DeleteChannelAsync(channel, default);
    }

    private static ValueTask EchoAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        reply.Write(message.ToArray());
        return ValueTask.CompletedTask;
    }
}
