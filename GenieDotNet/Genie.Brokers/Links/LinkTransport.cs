using System.IO.Pipelines;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;

namespace Genie.Brokers.Links;

/// <summary>The bytes of one connection: a socket without Nagle's delay, plain or under TLS, or a stream that another library opened.</summary>
public sealed class LinkTransport : IAsyncDisposable
{
    private readonly LinkOptions _options;
    private readonly LinkEnding _ending;
    private readonly LinkStream? _raw;
    private CancellationTokenRegistration _opening;

    private LinkTransport(Stream stream, LinkOptions options, LinkEnding ending)
    {
        _options = options;
        _ending = ending;
        Stream = stream;
        _raw = stream as LinkStream;
        Reader = CreateReader();
    }

    /// <summary>The server that it leads to.</summary>
    public ServerAddress Server => new(_options.Host, _options.Port);

    /// <summary>What to write to, by one writer at a time: see <see cref="LinkWriter"/>.</summary>
    public Stream Stream { get; private set; }

    /// <summary>Grows while a large write to the socket moves on.</summary>
    internal long PiecesWritten => _raw?.PiecesWritten ?? 0;

    /// <summary>True if the other side has ended the connection, though what it sent before is not read yet. Known on Linux; elsewhere writing finds it out.</summary>
    internal bool IsHungUp => _raw?.IsHungUp ?? false;

    /// <summary>What to read from; another one after <see cref="EncryptAsync"/>.</summary>
    public PipeReader Reader { get; private set; }

    /// <summary>True if under TLS.</summary>
    public bool IsEncrypted => Stream is SslStream;

    /// <summary>Connects, under TLS if <see cref="LinkOptions.Tls"/> is set; of several servers to the first that answers. The caller bounds the time: see
    /// <see cref="SupervisedLink{TSession}"/>.</summary>
    /// <exception cref="BrokerUnreachableException">Nothing answers.</exception>
    /// <exception cref="BrokerTlsException">The server's certificate is not trusted, or it speaks no TLS.</exception>
    public static async ValueTask<LinkTransport> ConnectAsync(LinkOptions options, CancellationToken cancellationToken)
    {
        var (socket, reached) = await options.OpenOnAnyAsync(ReachAsync, cancellationToken).ConfigureAwait(false);
        var transport = Over(socket, reached);
        try
        {
            // Until the session begins: blocking calls know no token, they are ended with their socket.
            if (options.OwnReadThread) transport._opening = DisposeOn(socket, cancellationToken);
            if (options.Tls is { } tls) await transport.EncryptAsync(tls, cancellationToken).ConfigureAwait(false);
            return transport;
        }
        catch
        {
            await transport.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Takes over a connected socket, as one that a listener accepted.</summary>
    public static LinkTransport Over(Socket socket, LinkOptions options)
    {
        // A lone request must not wait for the acknowledgement of the one before: 40 ms with Nagle's algorithm.
        socket.NoDelay = true;
        return new LinkTransport(new LinkStream(socket, options.OwnReadThread), options, LinkEnding.Of(socket));
    }

    /// <summary>Takes over a stream that is no socket's, as one of a QUIC connection; encrypted or not, as it is.</summary>
    /// <param name="stream">The stream; disposed with the transport.</param>
    /// <param name="options">Where it leads. <see cref="LinkOptions.OwnReadThread"/> is a socket's.</param>
    /// <param name="ending">How it ends.</param>
    public static LinkTransport Over(Stream stream, LinkOptions options, LinkEnding ending) => new(stream, options, ending);

    /// <summary>Goes on under TLS, as protocols do that begin in the clear. Nothing may be left unread or unflushed.</summary>
    public async ValueTask EncryptAsync(LinkTls tls, CancellationToken cancellationToken)
    {
        var encrypted = new SslStream(Stream, leaveInnerStreamOpen: false);
        try
        {
            await encrypted.AuthenticateAsClientAsync(tls.CreateClientOptions(_options.Broker, _options.Host), cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is AuthenticationException or IOException or CryptographicException)
        {
            await encrypted.DisposeAsync().ConfigureAwait(false);
            throw new BrokerTlsException(_options.Broker, _options.Host, _options.Port, error.Message.TrimEnd('.'), error);
        }

        Stream = encrypted;
        Reader = CreateReader();
    }

    /// <summary>Shuts the connection down gracefully: what was written still arrives, and a read under way ends. Disposing a socket
    /// that is being read from resets the connection instead, which throws away what the peer has not read.</summary>
    public void Shutdown() => _ending.Shutdown();

    /// <summary>Ends the connection at once: reads and writes under way fail.</summary>
    public void Abort()
    {
        // A thread that waits in the kernel is woken by this.
        if (_options.OwnReadThread) Shutdown();
        _ending.Abort();
    }

    /// <summary>Called when the session begins: from now on it is ended by <see cref="Abort"/> only.</summary>
    internal void EndOpening() => _opening.Dispose();

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _opening.DisposeAsync().ConfigureAwait(false);
        await Stream.DisposeAsync().ConfigureAwait(false);
        if (_ending.ReleaseAsync is { } release) await release().ConfigureAwait(false);
    }

    private static async ValueTask<(Socket Socket, LinkOptions Reached)> ReachAsync(LinkOptions options, CancellationToken cancellationToken) =>
        (await ConnectSocketAsync(options, cancellationToken).ConfigureAwait(false), options);

    private static async ValueTask<Socket> ConnectSocketAsync(LinkOptions options, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            if (!options.OwnReadThread)
            {
                await socket.ConnectAsync(options.Host, options.Port, cancellationToken).ConfigureAwait(false);
                return socket;
            }

            await using (DisposeOn(socket, cancellationToken)) socket.Connect(options.Host, options.Port);
            cancellationToken.ThrowIfCancellationRequested();
            return socket;
        }
        catch (Exception error)
        {
            socket.Dispose();
            cancellationToken.ThrowIfCancellationRequested();
            if (error is SocketException) throw new BrokerUnreachableException(options.Broker, options.Host, options.Port, error);
            throw;
        }
    }

    private static CancellationTokenRegistration DisposeOn(Socket socket, CancellationToken cancellationToken) =>
        cancellationToken.UnsafeRegister(static state => ((Socket)state!).Dispose(), socket);

    private PipeReader CreateReader() => PipeReader.Create(Stream, new StreamPipeReaderOptions(
        bufferSize: _options.ReadBytes, minimumReadSize: _options.ReadBytes / 8, leaveOpen: true));
}
