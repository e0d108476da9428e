using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Nats.Wire.Protocol;

namespace Genie.Brokers.Nats.Wire;

/// <summary>One connection to a NATS server: greeting, subscription, and what comes over it.</summary>
internal sealed class NatsSession : LinkSession
{
    private const int HeartbeatsUntilDead = 3;
    private static readonly byte[] Ping = "PING\r\n"u8.ToArray();
    private static readonly byte[] Pong = "PONG\r\n"u8.ToArray();

    private readonly NatsRole _role;
    private readonly NatsConfirmations _confirmations;
    private readonly ServerList? _servers;
    private readonly NatsParser _parser;
    private readonly TaskCompletionSource _leaving = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private BrokerException? _refused;

    private NatsSession(LinkTransport transport, LinkOptions options, NatsRole role, NatsParser parser, NatsServerInfo info)
        : base(transport, options, Ping.Length)
    {
        _role = role;
        _confirmations = new NatsConfirmations(role.OnConfirmed);
        _parser = parser;
        _servers = options.Servers;
        Info = info;
    }

    /// <summary>The newest INFO.</summary>
    public NatsServerInfo Info { get; private set; }

    /// <summary>True if a confirmation is on its way: what is sent now may as well wait for company.</summary>
    public bool AwaitsPong => _confirmations.IsPingPending;

    /// <inheritdoc/>
    public override Task Leaving => _leaving.Task;

    /// <inheritdoc/>
    protected override HandlerBacklog? Backlog => _role.Backlog;

    /// <inheritdoc/>
    protected override bool HoldsWritesWhileReceiving => _role.AnswersInline;

    /// <summary>
    /// Connects. When it completes, the credentials were accepted and the subscription is active on the server, whose
    /// PONG answers a PING sent after both.
    /// </summary>
    public static async ValueTask<NatsSession> OpenAsync(
        NatsOptions options, LinkOptions linkOptions, NatsRole role, string version, CancellationToken cancellationToken)
    {
        var transport = await LinkTransport.ConnectAsync(linkOptions, cancellationToken).ConfigureAwait(false);
        NatsSession session;
        try
        {
            var parser = new NatsParser();
            var info = await ReadInfoAsync(transport, parser, cancellationToken).ConfigureAwait(false);
            if (info.TlsRequired || options.InsistsOnTls)
            {
                if (!info.TlsRequired && !info.TlsAvailable)
                    throw new BrokerTlsException(NatsDrivers.Broker, linkOptions.Host, linkOptions.Port, "the server offers none");
                await transport.EncryptAsync(options.CreateTls(), cancellationToken).ConfigureAwait(false);
            }

            session = new NatsSession(transport, linkOptions, role, parser, info);
            session.LearnServers();
        }
        catch
        {
            await transport.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        await session.GreetAsync(options, version, cancellationToken).ConfigureAwait(false);
        return session;
    }

    /// <summary>Writes a frame that the next PONG confirms.</summary>
    public ValueTask WriteConfirmedAsync<TFrame>(in TFrame frame, NatsConfirmation confirmation, FlushBy flushBy, CancellationToken cancellationToken)
        where TFrame : struct, ILinkFrame =>
        Writer.WriteAsync(new NotedFrame<TFrame>(frame, _confirmations, confirmation), flushBy, cancellationToken);

    /// <summary>Completes when the server has worked through everything sent before, this frame included.</summary>
    public async ValueTask FlushAsync(ReadOnlyMemory<byte> lastWords, CancellationToken cancellationToken)
    {
        var pong = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await WriteConfirmedAsync(new BytesFrame(lastWords), new NatsConfirmation(default, pong, false), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
        await AnswerAsync(pong.Task, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        var taken = _parser.TryRead(ref buffer, out var frame);
        handling = taken ? Handle(frame) : default;
        return taken;
    }

    /// <inheritdoc/>
    protected override int EndBatch(Span<byte> destination)
    {
        if (!_confirmations.TryBeginPing()) return 0;
        Ping.CopyTo(destination);
        return Ping.Length;
    }

    /// <inheritdoc/>
    protected override ValueTask SendHeartbeatAsync(CancellationToken cancellationToken) =>
        WriteConfirmedAsync(new BytesFrame(default), default, FlushBy.Urgent, cancellationToken);

    /// <summary>A PONG that the server did not ask for counts as the answer to the PING that waits to be read.</summary>
    protected override ValueTask SendHeldUpSignAsync(CancellationToken cancellationToken) =>
        Writer.WriteAsync(new BytesFrame(Pong), FlushBy.Urgent, cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask TakeLeaveAsync(CancellationToken cancellationToken) => FlushAsync(default, cancellationToken);

    private static async ValueTask<NatsServerInfo> ReadInfoAsync(LinkTransport transport, NatsParser parser, CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await transport.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
            var buffer = read.Buffer;
            if (TryReadInfo(parser, ref buffer, out var info))
            {
                transport.Reader.AdvanceTo(buffer.Start);
                return info;
            }

            transport.Reader.AdvanceTo(buffer.Start, buffer.End);
            if (read.IsCompleted) throw new LinkLostException(NatsDrivers.Broker, "the server closed it before its greeting");
        }
    }

    private static bool TryReadInfo(NatsParser parser, ref ReadOnlySequence<byte> buffer, out NatsServerInfo info)
    {
        info = new NatsServerInfo();
        if (!parser.TryRead(ref buffer, out var frame)) return false;
        switch (frame.Operation)
        {
            case NatsOperation.Info:
                info = NatsServerInfo.Parse(frame.Text);
                return true;
            case NatsOperation.Error:
                throw NatsErrors.Read(frame.Text).Error;
            default:
                throw new BrokerProtocolException(NatsDrivers.Broker, $"{frame.Operation} instead of a greeting");
        }
    }

    private async ValueTask GreetAsync(NatsOptions options, string version, CancellationToken cancellationToken)
    {
        Start(new LinkHeartbeat(options.PingInterval, HeartbeatsUntilDead * options.PingInterval));
        try
        {
            byte[] greeting = [.. NatsConnectMessage.Format(options, version, Transport.IsEncrypted), .. _role.Subscription.Span];
            await FlushAsync(greeting, cancellationToken).ConfigureAwait(false);

            // A refused subscription does not end the link, but this link is of no use without it.
            if (_refused is not null) throw _refused;
        }
        catch
        {
            await DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private ValueTask Handle(in NatsFrame frame)
    {
        switch (frame.Operation)
        {
            case NatsOperation.Message:
                return _role.OnMessageAsync(this, frame.Subject, frame.ReplyTo, frame.Headers, frame.Payload);
            case NatsOperation.Ping:
                return Writer.WriteAsync(new BytesFrame(Pong), FlushBy.Urgent, CancellationToken.None);
            case NatsOperation.Pong:
                _confirmations.Pong();
                break;
            case NatsOperation.Info:
                Info = NatsServerInfo.Parse(frame.Text);
                LearnServers();
                if (Info.IsLameDuck && _role.MayOverlap) _leaving.TrySetResult();
                break;
            case NatsOperation.Error:
                HandleError(frame.Text);
                break;
            default:
                break;
        }

        return ValueTask.CompletedTask;
    }

    private void LearnServers()
    {
        if (Info.ConnectUrls is not { } urls) return;
        _servers?.Learn(urls.Select(url => ServerAddress.TryParse(url, NatsOptions.StandardPort, out var server) ? server : default).Where(server => server.Host is not null));
    }

    private void HandleError(ReadOnlySpan<byte> text)
    {
        var (error, linkSurvives) = NatsErrors.Read(text);
        if (!linkSurvives) throw error;
        _refused = error;
        _role.OnRefused(error);
    }
}
