using System.Diagnostics.CodeAnalysis;
using Genie.Brokers.Links;
using MQTTnet;
using MQTTnet.Formatter;
using MQTTnet.Protocol;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>One connection of the library from its greeting to its end.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The semaphores have no handle to free, and those who wait for them at the end must still be woken.")]
internal sealed class MqttOfficialSession : ILinkSession
{
    // The library's default of 8 KiB is less than one segment of a loopback link: a server that has more to send waits for timers of the kernel, some
    // 50 messages a second, and one that may drop messages does.
    private const int SocketBufferBytes = 256 * 1024;

    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SemaphoreSlim _pinging = new(1, 1);

    // The server's Receive Maximum (MQTT 5.0 section 4.9), which the library does not keep to by itself.
    private SemaphoreSlim _room = new(1);
    private readonly IMqttClient _client = new MqttClientFactory().CreateMqttClient();

    private MqttOfficialSession(MqttOfficialRole role)
    {
        _client.DisconnectedAsync += OnDisconnectedAsync;
        _client.ApplicationMessageReceivedAsync += async message =>
        {
            message.AutoAcknowledge = false;
            try
            {
                await role.OnMessageAsync(this, message).ConfigureAwait(false);
            }
            catch (Exception error)
            {
                // A fault of ours, which the library would write into its log alone: the message would stay with this session, and nobody know.
                _ended.TrySetResult(MqttOfficialErrors.OfCommand(error));
            }
        };
    }

    public Task<Exception> Ended => _ended.Task;

    /// <summary>See <see cref="SessionFate.Begin"/>.</summary>
    public Task<bool> IsResumed { get; set; } = Task.FromResult(false);

    /// <summary>True once an answer has come over it: somebody listens.</summary>
    public bool IsAnswered { get; set; }

    /// <summary>The highest QoS that the server supports.</summary>
    public MqttQos MaximumQos { get; private set; }

    /// <summary>The largest packet that the server takes.</summary>
    public long MaxPacketBytes { get; private set; }

    public static async ValueTask<MqttOfficialSession> OpenAsync(
        MqttOptions options, LinkOptions linkOptions, MqttOfficialRole role, CancellationToken cancellationToken)
    {
        var session = new MqttOfficialSession(role);
        try
        {
            var result = await session._client.ConnectAsync(Configure(options, linkOptions, role), cancellationToken).ConfigureAwait(false);
            if (result.ResultCode != MqttClientConnectResultCode.Success) throw MqttReasons.RefusedConnection((byte)result.ResultCode, result.ReasonString ?? "");

            // 0 is what the library says where the server said nothing; the protocol knows no 0 here.
            session.MaxPacketBytes = result.MaximumPacketSize is > 0 and var packetBytes ? packetBytes : uint.MaxValue;
            session.MaximumQos = (MqttQos)(int)result.MaximumQoS;
            session._room = new SemaphoreSlim(result.ReceiveMaximum is > 0 and var receiveMaximum ? receiveMaximum : ushort.MaxValue);
            role.OnOpened(session, result.IsSessionPresent);
            await session.SubscribeAsync(role.TopicFilter, role.Qos, cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch (Exception error)
        {
            await session.DisposeAsync().ConfigureAwait(false);
            if (error is OperationCanceledException) throw;
            throw MqttOfficialErrors.OfConnecting(linkOptions, error);
        }
    }

    /// <summary>Publishes; at QoS 1 and 2 completes when the server has answered for the message. What is under way when the token is cancelled
    /// goes on: the library, told to stop, would leave half a packet on the link. The payload is the library's until then.</summary>
    public async ValueTask<MqttClientPublishResult> PublishAsync(MqttApplicationMessage message, CancellationToken cancellationToken)
    {
        var isCounted = message.QualityOfServiceLevel != MqttQualityOfServiceLevel.AtMostOnce;
        if (isCounted) await _room.WaitAsync(cancellationToken).ConfigureAwait(false);
        var publishing = PublishAsync(message, isCounted);
        try
        {
            return await publishing.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!publishing.IsCompleted)
        {
            _ = publishing.ContinueWith(static late => late.Exception, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
            throw;
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw Translate(error);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // So the library ends what waits when the link is lost.
            throw Translate(new LinkLostException(MqttDrivers.Broker, "while a message was under way"));
        }
    }

    public async ValueTask SubscribeAsync(string filter, MqttQos qos, CancellationToken cancellationToken)
    {
        var subscription = new MqttClientSubscribeOptionsBuilder()
            .WithTopicFilter(filter, (MqttQualityOfServiceLevel)(int)qos, retainHandling: MqttRetainHandling.DoNotSendOnSubscribe).Build();
        var result = await _client.SubscribeAsync(subscription, cancellationToken).ConfigureAwait(false);
        var code = (byte)result.Items.Single().ResultCode;
        if (MqttReasons.IsError(code)) throw MqttReasons.Refused(code, $"the subscription to '{filter}'", result.ReasonString ?? "");
    }

    public Task UnsubscribeAsync(string filter, CancellationToken cancellationToken) =>
        _client.UnsubscribeAsync(new MqttClientUnsubscribeOptionsBuilder().WithTopicFilter(filter).Build(), cancellationToken);

    /// <summary>Completes when the server has worked through everything sent before: it answers in order.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        // The library does not distinguish the answers of two pings.
        await _pinging.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await _client.PingAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw Translate(error);
        }
        finally
        {
            _pinging.Release();
        }
    }

    public async ValueTask CloseAsync(TimeSpan timeout)
    {
        using var limited = new CancellationTokenSource(timeout);
        try
        {
            await FlushAsync(limited.Token).ConfigureAwait(false);
            _ended.TrySetResult(new LinkLostException(MqttDrivers.Broker, "it was closed"));
            await _client.DisconnectAsync(new MqttClientDisconnectOptions(), limited.Token).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // It ends either way, and the library has many words for it; what could not be sent was never confirmed.
        }

        await DisposeAsync().ConfigureAwait(false);
    }

    public ValueTask DisposeAsync()
    {
        _ended.TrySetResult(new LinkLostException(MqttDrivers.Broker, "it was closed"));
        _client.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task<MqttClientPublishResult> PublishAsync(MqttApplicationMessage message, bool isCounted)
    {
        try
        {
            return await _client.PublishAsync(message, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            if (isCounted) _room.Release();
        }
    }

    private static MqttClientOptions Configure(MqttOptions options, LinkOptions linkOptions, MqttOfficialRole role)
    {
        var identity = role.Identify();

        // Unfragmented: a header and a payload in two writes are two system calls a message.
        var builder = new MqttClientOptionsBuilder()
            .WithProtocolVersion(MqttProtocolVersion.V500)
            .WithTcpServer(linkOptions.Host, linkOptions.Port)
            .WithClientId(identity.ClientId)
            .WithCleanStart(identity.CleanStart)
            .WithSessionExpiryInterval(identity.SessionExpirySeconds)
            .WithReceiveMaximum((ushort)identity.ReceiveMaximum)
            .WithMaximumPacketSize((uint)options.MaxPacketBytes)
            .WithKeepAlivePeriod(options.KeepAlive)
            .WithTimeout(options.ConnectTimeout)
            .WithoutPacketFragmentation();
        if (options.EffectiveUser.Length > 0) builder.WithCredentials(options.EffectiveUser, options.EffectivePassword);
        if (linkOptions.Tls is { } tls) Encrypt(builder, tls, linkOptions.Host);
        var built = builder.Build();
        ((MqttClientTcpOptions)built.ChannelOptions).BufferSize = SocketBufferBytes;
        return built;
    }

    private static void Encrypt(MqttClientOptionsBuilder builder, LinkTls tls, string host)
    {
        var client = tls.CreateClientOptions(MqttDrivers.Broker, host);
        builder.WithTlsOptions(encryption =>
        {
            encryption.UseTls().WithTargetHost(client.TargetHost)
                .WithCertificateValidationHandler(judged => LinkTls.IsTrusted(client, judged.Certificate, judged.Chain, judged.SslPolicyErrors));
            if (client.ClientCertificates is { } certificates)
                encryption.WithClientCertificates(certificates.Cast<System.Security.Cryptography.X509Certificates.X509Certificate2>());
        });
    }

    private Exception Translate(Exception error) => _ended.Task.IsCompleted ? _ended.Task.Result : MqttOfficialErrors.OfCommand(error);

    private Task OnDisconnectedAsync(MqttClientDisconnectedEventArgs end)
    {
        var detail = end.ReasonString ?? end.Exception?.Message.TrimEnd('.') ?? "the server closed it";
        _ended.TrySetResult(new LinkLostException(MqttDrivers.Broker, detail, end.Exception));
        return Task.CompletedTask;
    }
}
