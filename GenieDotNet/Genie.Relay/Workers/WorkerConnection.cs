using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Genie.Relay.Fields;
using Genie.Relay.Proxying;
using Grpc.Net.Client;
using Yarp.ReverseProxy.Forwarder;

namespace Genie.Relay.Workers;

/// <summary>HTTP/2 to one worker, for its calls and its health checks.</summary>
internal sealed class WorkerConnection : IDisposable
{
    private const string Origin = "http://localhost";
    private const int StreamWindowBytes = 1 << 20;

    // Beyond it the client library ends the connection, with all calls on it.
    private const int AnswerFieldsKibibytesMax = 16 << 10;
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(2);

    private readonly SocketsHttpHandler _handler;

    /// <summary>Connects when it is first used.</summary>
    [SuppressMessage("Usage", "CA2262:Set MaxResponseHeadersLength properly", Justification = "16 MiB are meant.")]
    public WorkerConnection(WorkerAddress address)
    {
        _handler = new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            EnableMultipleHttp2Connections = true,
            InitialHttp2StreamWindowSize = StreamWindowBytes,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            ConnectTimeout = ConnectTimeout,
            MaxResponseHeadersLength = AnswerFieldsKibibytesMax,
            RequestHeaderEncodingSelector = static (_, _) => Encoding.Latin1,
            ActivityHeadersPropagator = new ReverseProxyPropagator(DistributedContextPropagator.Current),
            ConnectCallback = (_, cancellationToken) => ConnectAsync(address, cancellationToken),
        };
        Invoker = new HttpMessageInvoker(new GatheredContent.Handler(_handler), disposeHandler: false);
        Channel = GrpcChannel.ForAddress(Origin, new GrpcChannelOptions { HttpHandler = _handler, DisposeHttpClient = false });
    }

    /// <summary>What calls are sent by.</summary>
    public HttpMessageInvoker Invoker { get; }

    /// <summary>The same for the relay's own calls.</summary>
    public GrpcChannel Channel { get; }

    /// <summary>Opens a socket to an address.</summary>
    public static async ValueTask<Stream> ConnectAsync(WorkerAddress address, CancellationToken cancellationToken)
    {
        EndPoint end = address.SocketFile is { } file ? new UnixDomainSocketEndPoint(file) : new IPEndPoint(IPAddress.Loopback, address.Port);
        var socket = address.SocketFile is null
            ? new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true }
            : new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(end, cancellationToken).ConfigureAwait(false);
            return new SeparateFieldsStream(new NetworkStream(socket, ownsSocket: true));
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Channel.Dispose();
        Invoker.Dispose();
        _handler.Dispose();
    }
}
