using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>
/// QUIC by MsQuic's C interface: unreliable messages are datagrams (RFC 9221), which System.Net.Quic does not have, and reliable ones follow each other on one stream. MsQuic's
/// own threads receive, send and call back: echoes are sent from there, and the calling thread waits to be woken.
/// </summary>
internal sealed unsafe class QuicPair : IEchoPair
{
    private const int WaitMilliseconds = 1;

    private readonly QuicEndpoints _endpoints = new();
    private readonly GCHandle _self;
    private readonly nint _listener;
    private readonly nint _client;
    private readonly AutoResetEvent _arrived = new(false);
    private readonly StreamMessages _messages;
    private nint _stream;
    private long _arrivals;
    private long _seen;
    private int _connected;
    private volatile bool _isWaiting;
    private volatile string? _failure;

    public QuicPair()
    {
        _messages = new StreamMessages(Reliable);
        _self = GCHandle.Alloc(this);
        var context = (void*)GCHandle.ToIntPtr(_self);
        (_listener, var port) = _endpoints.Listen((delegate* unmanaged<nint, void*, QuicApi.ListenerEvent*, int>)&OnListener, context);
        _client = _endpoints.Connect(port, (delegate* unmanaged<nint, void*, QuicApi.ConnectionEvent*, int>)&OnClient, context);
    }

    public string Name { get; } = "MsQuic datagrams, encrypted";

    public bool IsConnected => Volatile.Read(ref _connected) == 2;

    public EchoedMessages Echoes { get; } = new();

    public ReliableMessages Reliable { get; } = new();

    public void Send(ReadOnlySpan<byte> message) => SendDatagram(_client, message);

    public void SendReliable(ReadOnlySpan<byte> message)
    {
        if (_stream == 0) OpenStream();
        var buffer = Copy(message);
        QuicEndpoints.Check(QuicEndpoints.Api->SendStream(_stream, buffer, 1, 0, buffer), "does not take a message");
    }

    public void Poll()
    {
        if (_failure is { } failure) throw new InvalidOperationException(failure);
        if (Volatile.Read(ref _arrivals) == _seen)
        {
            _isWaiting = true;
            Interlocked.MemoryBarrier();
            if (Volatile.Read(ref _arrivals) == _seen) _arrived.WaitOne(WaitMilliseconds);
            _isWaiting = false;
        }

        _seen = Volatile.Read(ref _arrivals);
    }

    public void Dispose()
    {
        if (_stream != 0) QuicEndpoints.Api->CloseStream(_stream);
        QuicEndpoints.Api->CloseConnection(_client);
        QuicEndpoints.Api->CloseListener(_listener);
        _endpoints.Dispose();
        _self.Free();
        _arrived.Dispose();
    }

    private static QuicPair Of(void* context) => (QuicPair)GCHandle.FromIntPtr((nint)context).Target!;

    // MsQuic reads buffer and bytes until it says that it is done with them.
    private static QuicApi.Buffer* Copy(ReadOnlySpan<byte> message)
    {
        var buffer = (QuicApi.Buffer*)NativeMemory.Alloc((nuint)(sizeof(QuicApi.Buffer) + message.Length));
        *buffer = new QuicApi.Buffer { Length = (uint)message.Length, Bytes = (byte*)(buffer + 1) };
        message.CopyTo(new Span<byte>(buffer->Bytes, message.Length));
        return buffer;
    }

    private static void SendDatagram(nint connection, ReadOnlySpan<byte> message)
    {
        var buffer = Copy(message);
        QuicEndpoints.Check(QuicEndpoints.Api->SendDatagram(connection, buffer, 1, 0, buffer), "does not take a datagram");
    }

    [UnmanagedCallersOnly]
    private static int OnListener(nint listener, void* context, QuicApi.ListenerEvent* happened)
    {
        if (happened->Kind != 0) return QuicApi.Succeeded;
        QuicEndpoints.Api->SetCallbackHandler(happened->Connection, (delegate* unmanaged<nint, void*, QuicApi.ConnectionEvent*, int>)&OnServer, context);
        return QuicEndpoints.Api->SetConfiguration(happened->Connection, Of(context)._endpoints.Server);
    }

    [UnmanagedCallersOnly]
    private static int OnClient(nint connection, void* context, QuicApi.ConnectionEvent* happened)
    {
        var pair = Of(context);
        if (happened->Kind == QuicApi.ConnectionEventKind.DatagramReceived)
        {
            pair.Echoes.Take(Content(happened->Datagram));
            pair.Arrive();
        }
        else pair.Handle(happened);

        return QuicApi.Succeeded;
    }

    [UnmanagedCallersOnly]
    private static int OnServer(nint connection, void* context, QuicApi.ConnectionEvent* happened)
    {
        var pair = Of(context);
        switch (happened->Kind)
        {
            case QuicApi.ConnectionEventKind.DatagramReceived:
                pair.Echo(connection, Content(happened->Datagram));
                break;
            case QuicApi.ConnectionEventKind.PeerStreamStarted:
                QuicEndpoints.Api->SetCallbackHandler(happened->Stream, (delegate* unmanaged<nint, void*, QuicApi.StreamEvent*, int>)&OnServerStream, context);
                break;
            case QuicApi.ConnectionEventKind.ShutdownComplete:
                QuicEndpoints.Api->CloseConnection(connection);
                break;
            default:
                pair.Handle(happened);
                break;
        }

        return QuicApi.Succeeded;
    }

    [UnmanagedCallersOnly]
    private static int OnClientStream(nint stream, void* context, QuicApi.StreamEvent* happened)
    {
        if (happened->Kind == QuicApi.StreamEventKind.SendComplete) NativeMemory.Free(happened->SendContext);
        return QuicApi.Succeeded;
    }

    [UnmanagedCallersOnly]
    private static int OnServerStream(nint stream, void* context, QuicApi.StreamEvent* happened)
    {
        if (happened->Kind == QuicApi.StreamEventKind.ShutdownComplete) QuicEndpoints.Api->CloseStream(stream);
        if (happened->Kind != QuicApi.StreamEventKind.Receive) return QuicApi.Succeeded;
        var pair = Of(context);
        for (var i = 0; i < happened->BufferCount; i++) pair._messages.Take(Content(happened->Buffers + i));
        pair.Arrive();
        return QuicApi.Succeeded;
    }

    private static ReadOnlySpan<byte> Content(QuicApi.Buffer* buffer) => new(buffer->Bytes, (int)buffer->Length);

    private void OpenStream()
    {
        nint stream;
        QuicEndpoints.Check(QuicEndpoints.Api->OpenStream(_client, QuicApi.StreamUnidirectional, (delegate* unmanaged<nint, void*, QuicApi.StreamEvent*, int>)&OnClientStream, (void*)GCHandle.ToIntPtr(_self), &stream), "opens no stream");
        _stream = stream;
        QuicEndpoints.Check(QuicEndpoints.Api->StartStream(_stream, 0), "starts no stream");
    }

    private void Echo(nint connection, ReadOnlySpan<byte> message)
    {
        try
        {
            SendDatagram(connection, message);
        }
        catch (InvalidOperationException failure)
        {
            _failure = failure.Message;
        }
    }

    private void Handle(QuicApi.ConnectionEvent* happened)
    {
        switch (happened->Kind)
        {
            case QuicApi.ConnectionEventKind.Connected:
                Interlocked.Increment(ref _connected);
                break;
            case QuicApi.ConnectionEventKind.DatagramSendStateChanged when happened->SendState >= QuicApi.DatagramSendState.LostDiscarded:
                NativeMemory.Free(happened->SendContext);
                break;
            case QuicApi.ConnectionEventKind.ShutdownByTransport:
                _failure = $"MsQuic has ended the connection: status {happened->Status}.";
                break;
        }
    }

    private void Arrive()
    {
        Interlocked.Increment(ref _arrivals);
        if (_isWaiting) _arrived.Set();
    }
}
