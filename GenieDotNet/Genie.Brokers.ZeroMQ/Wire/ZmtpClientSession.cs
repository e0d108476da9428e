using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>The connecting side: what it receives are answers.</summary>
internal sealed class ZmtpClientSession : ZmtpSession
{
    private readonly IZmtpAnswers _answers;

    private ZmtpClientSession(LinkTransport transport, LinkOptions linkOptions, ZeroMQOptions options, ZmtpPeer peer, IZmtpAnswers answers)
        : base(transport, linkOptions, options, peer) => _answers = answers;

    public static async ValueTask<ZmtpClientSession> OpenAsync(
        string socketType, LinkOptions linkOptions, ZeroMQOptions options, ZmtpCredentials? credentials, IZmtpAnswers answers, CancellationToken cancellationToken)
    {
        var transport = await LinkTransport.ConnectAsync(linkOptions, cancellationToken).ConfigureAwait(false);
        try
        {
            var peer = await ZmtpHandshake.AsClientAsync(transport, socketType, credentials, cancellationToken).ConfigureAwait(false);
            var session = new ZmtpClientSession(transport, linkOptions, options, peer, answers);
            session.Start();
            return session;
        }
        catch
        {
            await transport.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    protected override ValueTask OnMessage(in ZmtpMessage message)
    {
        if (message.First.Length != sizeof(ulong)) throw new BrokerException("zeromq: an answer without its correlation: the peer is no Genie listener.", isTransient: true);
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        message.First.CopyTo(bytes);
        var correlation = Correlation.FromUInt64(BinaryPrimitives.ReadUInt64BigEndian(bytes));
        if (message.Frames == 1) _answers.Unroutable(correlation);
        else _answers.Answer(correlation, message.Second);
        return ValueTask.CompletedTask;
    }
}
