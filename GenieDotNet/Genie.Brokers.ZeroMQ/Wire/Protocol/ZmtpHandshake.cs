using System.IO.Pipelines;
using Genie.Brokers.Links;

namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>Greeting and security handshake of both sides, with the mechanisms NULL and PLAIN (ZMTP 3.1; ZeroMQ RFC 23 and 24).</summary>
internal static class ZmtpHandshake
{
    private const string Null = "NULL";
    private const string Plain = "PLAIN";
    private const string SocketTypeProperty = "Socket-Type";
    private const string IdentityProperty = "Identity";
    private const int CommandBytesMax = 4096;

    /// <summary>The connecting side.</summary>
    /// <exception cref="BrokerAuthenticationException">The peer wants other credentials.</exception>
    public static async ValueTask<ZmtpPeer> AsClientAsync(
        LinkTransport transport, string socketType, ZmtpCredentials? credentials, CancellationToken cancellationToken)
    {
        var mechanism = credentials is null ? Null : Plain;
        var peer = await GreetAsync(transport, mechanism, asServer: false, cancellationToken).ConfigureAwait(false);
        if (peer.Mechanism != mechanism) throw new BrokerAuthenticationException("zeromq", $"the peer wants the mechanism {peer.Mechanism}, this side has {mechanism}");
        if (credentials is not null)
        {
            await WriteAsync(transport, credentials.ToHello(), cancellationToken).ConfigureAwait(false);
            await ExpectAsync(transport.Reader, ZmtpCommand.Welcome, cancellationToken).ConfigureAwait(false);
        }

        await WriteAsync(transport, Properties(credentials is null ? ZmtpCommand.Ready : ZmtpCommand.Initiate, socketType), cancellationToken).ConfigureAwait(false);
        var ready = await ExpectAsync(transport.Reader, ZmtpCommand.Ready, cancellationToken).ConfigureAwait(false);
        return Peer(peer, ready);
    }

    /// <summary>The accepting side. It becomes ROUTER or PULL as the peer's type demands.</summary>
    public static async ValueTask<ZmtpPeer> AsServerAsync(LinkTransport transport, ZmtpCredentials? credentials, CancellationToken cancellationToken)
    {
        var mechanism = credentials is null ? Null : Plain;
        var greeting = await GreetAsync(transport, mechanism, asServer: credentials is not null, cancellationToken).ConfigureAwait(false);
        if (greeting.Mechanism != mechanism) throw await RefuseAsync(transport, $"the mechanism is {mechanism}", cancellationToken).ConfigureAwait(false);
        if (credentials is not null)
        {
            var hello = await ExpectAsync(transport.Reader, ZmtpCommand.Hello, cancellationToken).ConfigureAwait(false);
            if (!credentials.Match(hello)) throw await RefuseAsync(transport, "wrong user or password", cancellationToken).ConfigureAwait(false);
            await WriteAsync(transport, new ZmtpCommand(ZmtpCommand.Welcome, []), cancellationToken).ConfigureAwait(false);
        }

        var metadata = await ExpectAsync(transport.Reader, credentials is null ? ZmtpCommand.Ready : ZmtpCommand.Initiate, cancellationToken).ConfigureAwait(false);
        var peer = Peer(greeting, metadata);
        var own = ZmtpSocketType.ListenerFor(peer.SocketType)
            ?? throw await RefuseAsync(transport, $"a {peer.SocketType} socket cannot talk to a listener; use DEALER or PUSH", cancellationToken).ConfigureAwait(false);
        await WriteAsync(transport, Properties(ZmtpCommand.Ready, own), cancellationToken).ConfigureAwait(false);
        return peer;
    }

    private static ZmtpCommand Properties(string command, string socketType) =>
        ZmtpCommand.WithMetadata(command, (SocketTypeProperty, socketType), (IdentityProperty, ""));

    private static ZmtpPeer Peer(ZmtpGreeting greeting, ZmtpCommand metadata) => new(
        metadata.ReadMetadata().GetValueOrDefault(SocketTypeProperty, ""), greeting.Major > 3 || greeting.Minor >= 1, $"{greeting.Major}.{greeting.Minor}");

    private static async ValueTask<ZmtpGreeting> GreetAsync(LinkTransport transport, string mechanism, bool asServer, CancellationToken cancellationToken)
    {
        var own = new byte[ZmtpGreeting.Bytes];
        new ZmtpGreeting(3, 1, mechanism, asServer).Write(own);
        await transport.Stream.WriteAsync(own, cancellationToken).ConfigureAwait(false);
        var result = await transport.Reader.ReadAtLeastAsync(ZmtpGreeting.Bytes, cancellationToken).ConfigureAwait(false);
        if (result.Buffer.Length < ZmtpGreeting.Bytes) throw new LinkLostException("zeromq", "the peer closed it in the greeting");
        var bytes = new byte[ZmtpGreeting.Bytes];
        var greeting = result.Buffer.Slice(0, ZmtpGreeting.Bytes);
        System.Buffers.BuffersExtensions.CopyTo(greeting, bytes);
        transport.Reader.AdvanceTo(greeting.End);
        return ZmtpGreeting.Read(bytes);
    }

    private static ValueTask WriteAsync(LinkTransport transport, ZmtpCommand command, CancellationToken cancellationToken) =>
        transport.Stream.WriteAsync(command.ToFrame(), cancellationToken);

    private static async ValueTask<BrokerException> RefuseAsync(LinkTransport transport, string reason, CancellationToken cancellationToken)
    {
        await WriteAsync(transport, new ZmtpCommand(ZmtpCommand.Error, [(byte)reason.Length, .. System.Text.Encoding.ASCII.GetBytes(reason)]), cancellationToken).ConfigureAwait(false);
        return new BrokerAuthenticationException("zeromq", reason);
    }

    private static async ValueTask<ZmtpCommand> ExpectAsync(PipeReader reader, string name, CancellationToken cancellationToken)
    {
        while (true)
        {
            var result = await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
            if (ZmtpFrame.TryRead(result.Buffer, CommandBytesMax, out var flags, out var body))
            {
                var command = (flags & ZmtpFlags.Command) != 0 ? ZmtpCommand.Parse(body) : null;
                reader.AdvanceTo(body.End);
                return Check(command, name);
            }

            reader.AdvanceTo(result.Buffer.Start, result.Buffer.End);
            if (result.IsCompleted) throw new LinkLostException("zeromq", "the peer closed it in the handshake");
        }
    }

    private static ZmtpCommand Check(ZmtpCommand? command, string expected)
    {
        if (command?.Name == expected) return command;
        if (command?.Name != ZmtpCommand.Error) throw new BrokerException($"zeromq: expected {expected} in the handshake, got {command?.Name ?? "a message"}.", isTransient: false);
        var rest = command.Data.AsSpan();
        throw new BrokerAuthenticationException("zeromq", ZmtpCommand.TakeShort(ref rest));
    }
}
