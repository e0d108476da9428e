using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using Genie.Datagrams.Compression;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Tcp;

/// <summary>A connection over TCP: two pipes between the socket, on the thread pool, and the application.</summary>
internal sealed partial class TcpConnection : DatagramConnection
{
    private readonly TcpEndpoint _endpoint;
    private readonly Pipe _input;
    private readonly Pipe _output = new(new PipeOptions(pauseWriterThreshold: 0, useSynchronizationContext: false));
    private readonly Lock _sendLock = new();
    private Socket? _socket;
    private Stream? _stream;
    private volatile bool _isMismatch;
    private volatile bool _isServerReady;
    private volatile ConnectionState _state = ConnectionState.Connecting;
    private volatile bool _isOutputComplete;
    private long _queuedBytes;
    private long _lastId;
    private long _writtenId;
    private long _bytesSent;
    private long _bytesReceived;
    private long _messagesReceived;
    private long _bytesSaved;
    private MessageCompression? _compression;

    public TcpConnection(TcpEndpoint endpoint, IPEndPoint remote, bool isClient)
    {
        (_endpoint, IsClient) = (endpoint, isClient);
        RemoteAddress = DatagramAddress.From(remote);
        var pause = (2L * endpoint.Options.MaxMessageBytes) + DatagramOptions.MaxHandshakeDataBytes + 64;
        _input = new Pipe(new PipeOptions(pauseWriterThreshold: pause, resumeWriterThreshold: pause / 2, useSynchronizationContext: false));
        _startedAt = _receivedAt = _sentAt = endpoint.Options.Time.GetTimestamp();
    }

    public override ConnectionState State => _state;

    public override DatagramAddress RemoteAddress { get; }

    public override DatagramEndpoint Endpoint => _endpoint;

    public override long QueuedBytes => Volatile.Read(ref _queuedBytes);

    public bool IsClient { get; }

    /// <summary>True from the end of the handshake on, when the connection has ended too.</summary>
    public bool IsEstablished { get; private set; }

    public override long Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0)
    {
        if (EndReason is { } reason) throw new ConnectionClosedException(reason, EndError);
        if (mode is < DeliveryMode.Unreliable or > DeliveryMode.ReliableOrdered) throw new ArgumentOutOfRangeException(nameof(mode), mode, "Choose one of the four modes.");
        MessageTooLargeException.ThrowIfAbove(message.Length, _endpoint.Options.MaxMessageBytes);
        if (QueuedBytes + message.Length > _endpoint.Options.MaxQueuedBytes)
        {
            Interlocked.Increment(ref _endpoint.Totals.MessagesDropped);
            throw new SendQueueFullException(_endpoint.Options.MaxQueuedBytes);
        }

        byte[] buffer = [];
        var length = _state == ConnectionState.Connected ? _compression?.TryCompress(message, out buffer) ?? 0 : 0;
        if (length == 0) return Write((byte)mode, message, channel);
        Interlocked.Add(ref _bytesSaved, message.Length - length);
        try
        {
            return Write((byte)((byte)mode | TcpFormat.CompressedBit), buffer.AsSpan(0, length), channel);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public override DeliveryState GetDelivery(long id) =>
        id <= 0 || id > Volatile.Read(ref _lastId) ? DeliveryState.Unknown
        : id <= Volatile.Read(ref _writtenId) ? DeliveryState.Received
        : _state == ConnectionState.Closed ? DeliveryState.Lost : DeliveryState.Pending;

    public override void Disconnect(ReadOnlySpan<byte> data = default)
    {
        MessageTooLargeException.ThrowIfAbove(data.Length, DatagramOptions.MaxHandshakeDataBytes);
        if (_state is ConnectionState.Closing or ConnectionState.Closed) return;
        _state = ConnectionState.Closing;
        _closingAt = _endpoint.Options.Time.GetTimestamp();
        CompleteOutput(DisconnectReason.Remote, data);
    }

    public override ConnectionStatistics GetStatistics() => new()
    {
        MessagesSent = Volatile.Read(ref _lastId),
        BytesSavedByCompression = Volatile.Read(ref _bytesSaved),
        MessagesReceived = Volatile.Read(ref _messagesReceived),
        BytesSent = Volatile.Read(ref _bytesSent),
        BytesReceived = Volatile.Read(ref _bytesReceived),
    };

    /// <summary>Connects, and sends the first frame before anything that the application has sent meanwhile.</summary>
    public async Task ConnectAsync(byte[] handshakeData, CancellationToken cancellationToken)
    {
        var remote = RemoteAddress.ToEndPoint();
        var socket = new Socket(remote.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            _greeting = Greeting(TcpFormat.Introduction(_endpoint.Options, handshakeData));
            await socket.ConnectAsync(remote, cancellationToken).ConfigureAwait(false);
            Use(socket);
            if (_endpoint.Options.Security is { } security) _stream = await TcpSecurity.ConnectAsync(_stream!, security, cancellationToken).ConfigureAwait(false);
            _ = ReadAsync(_stream!, cancellationToken);
            _ = WriteAsync(_stream!, cancellationToken);
        }
        catch (Exception error) when (IsEnd(error) || error is AuthenticationException or ServerNotTrustedException)
        {
            // What comes from the endpoint's own end says nothing of the server.
            if (error is ServerNotTrustedException distrusted) EndError = distrusted;
            _isMismatch = error is AuthenticationException or IOException { InnerException: not SocketException };
            socket.Dispose();
            EndInput();
        }
    }

    /// <summary>Begins to read what a client says.</summary>
    public async Task RunServerAsync(Socket socket, CancellationToken cancellationToken)
    {
        try
        {
            Use(socket);
            if (_endpoint.Options.Security is { } security) _stream = await TcpSecurity.AcceptAsync(socket, _stream!, security, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (IsEnd(error) || error is AuthenticationException)
        {
            socket.Dispose();
            EndInput();
            return;
        }

        _isServerReady = true;
        await ReadAsync(_stream!, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Gives up a client that has not said who it is; what reads from it ends, and with that the connection. From any thread.</summary>
    public void Drop() => _socket?.Dispose();

    private static bool IsEnd(Exception error) => error is SocketException or IOException or ObjectDisposedException or OperationCanceledException;

    private void Use(Socket socket)
    {
        _socket = socket;
        socket.NoDelay = true;
        _stream = TcpSecurity.Open(socket);
    }

    private long Write(byte kind, ReadOnlySpan<byte> message, byte channel)
    {
        lock (_sendLock)
        {
            if (_isOutputComplete) throw new ConnectionClosedException(DisconnectReason.Local);
            WriteFrame(kind, message, channel);
            Interlocked.Increment(ref _endpoint.Totals.MessagesSent);
            return ++_lastId;
        }
    }

    private async Task ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                var count = await stream.ReadAsync(_input.Writer.GetMemory(), cancellationToken).ConfigureAwait(false);
                if (count == 0) break;
                Interlocked.Add(ref _bytesReceived, count);
                Interlocked.Add(ref _endpoint.Totals.BytesReceived, count);
                _input.Writer.Advance(count);
                var flush = _input.Writer.FlushAsync(cancellationToken);
                _endpoint.Enqueue(this);
                if ((await flush.ConfigureAwait(false)).IsCompleted) break;
            }
        }
        catch (Exception error) when (IsEnd(error))
        {
            // The end of the stream, as the reader will see it.
        }

        EndInput();
    }

    private async Task WriteAsync(Stream stream, CancellationToken cancellationToken)
    {
        try
        {
            await SendAsync(stream, _greeting, cancellationToken).ConfigureAwait(false);
            while (true)
            {
                var result = await _output.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
                _output.Reader.AdvanceTo(result.Buffer.Start);
                var id = TakeQueued(out result);
                foreach (var segment in result.Buffer) await SendAsync(stream, segment, cancellationToken).ConfigureAwait(false);
                Interlocked.Add(ref _queuedBytes, -result.Buffer.Length);
                Volatile.Write(ref _writtenId, id);
                _output.Reader.AdvanceTo(result.Buffer.End);
                if (!result.IsCompleted) continue;
                if (stream is SslStream secure) await secure.ShutdownAsync().ConfigureAwait(false);
                _socket!.Shutdown(SocketShutdown.Send);
                return;
            }
        }
        catch (Exception error) when (IsEnd(error))
        {
            // The reader ends with the socket.
            _socket!.Dispose();
        }
    }

    /// <summary>Takes what there is, of which it is known so which message is the last.</summary>
    private long TakeQueued(out ReadResult result)
    {
        lock (_sendLock)
        {
            _output.Reader.TryRead(out result);
            return _lastId;
        }
    }

    private async ValueTask SendAsync(Stream stream, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        if (bytes.IsEmpty) return;
        await stream.WriteAsync(bytes, cancellationToken).ConfigureAwait(false);
        Interlocked.Add(ref _bytesSent, bytes.Length);
        Interlocked.Add(ref _endpoint.Totals.BytesSent, bytes.Length);
    }

    private static byte[] Greeting(byte[] introduction)
    {
        var greeting = new ArrayBufferWriter<byte>();
        TcpFormat.Write(greeting, TcpFormat.Hello, introduction, PacketFormat.Version);
        return greeting.WrittenSpan.ToArray();
    }
}
