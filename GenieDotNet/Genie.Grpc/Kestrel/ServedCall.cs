using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Http;

namespace Genie.Grpc.Kestrel;

/// <summary>A call while it is served.</summary>
internal sealed class ServedCall : IGrpcCall, IDisposable
{
    private const string TimeoutHeader = "grpc-timeout";

    // What a timer can wait for. A client that gives longer has no deadline in any practical sense.
    private static readonly TimeSpan TimerMax = TimeSpan.FromDays(40);

    private readonly HttpContext _http;
    private readonly GrpcServerOptions _options;
    private readonly CancellationTokenSource _ending;
    private CancellationTokenSource? _deadline;
    private CancellationTokenRegistration _expiry;
    private CancellationTokenRegistration _expiryEnding;
    private MessageEncoding _requestEncoding;
    private GrpcMetadata? _requestHeaders;

    /// <summary>Takes a request, of which nothing was read yet.</summary>
    public ServedCall(HttpContext http, string path, GrpcServerOptions options)
    {
        (_http, _options) = (http, options);
        Method = path.Length > 0 ? path : http.Request.Path.Value ?? "";
        _ending = CancellationTokenSource.CreateLinkedTokenSource(http.RequestAborted);
        Response = new CallResponse(http, options, this);
    }

    /// <summary>The way back.</summary>
    public CallResponse Response { get; }

    /// <inheritdoc/>
    public string Method { get; }

    /// <inheritdoc/>
    public string Peer => $"{_http.Connection.RemoteIpAddress}:{_http.Connection.RemotePort}";

    /// <inheritdoc/>
    public X509Certificate2? ClientCertificate => _http.Connection.ClientCertificate;

    /// <inheritdoc/>
    public GrpcMetadata RequestHeaders => _requestHeaders ??= MetadataHeaders.Read(_http.Request.Headers);

    /// <inheritdoc/>
    public GrpcMetadata ResponseTrailers { get; } = new();

    /// <inheritdoc/>
    public DateTimeOffset? Deadline { get; private set; }

    /// <inheritdoc/>
    public CancellationToken CancellationToken => _ending.Token;

    /// <summary>The status of a call that was ended from outside, or null.</summary>
    public CallStatus? WhyEnded =>
        _deadline is { IsCancellationRequested: true } ? CallStatus.DeadlineExceeded
        : _http.RequestAborted.IsCancellationRequested ? CallStatus.Cancelled
        : null;

    /// <summary>Reads what the client asks of the protocol and sets the deadline.</summary>
    /// <exception cref="GrpcStatusException">It asks for something unknown.</exception>
    public void Begin()
    {
        _requestEncoding = MessageEncodings.OfRequest(_http.Request.Headers);
        if (_http.Request.Headers[TimeoutHeader] is not [{ } text]) return;
        if (!GrpcTimeout.TryParse(text, out var timeout)) throw new GrpcStatusException(GrpcStatusCode.Internal, $"'{text}' is no grpc-timeout.");
        if (timeout > TimerMax) return;
        Deadline = _options.Clock.GetUtcNow() + timeout;
        _deadline = new CancellationTokenSource(timeout, _options.Clock);
        _expiryEnding = _deadline.Token.UnsafeRegister(static state => ((CancellationTokenSource)state!).Cancel(), _ending);

        // The client learns it at once, also where the handler does not heed its token.
        _expiry = _deadline.Token.UnsafeRegister(static state => _ = ((CallResponse)state!).EndAsync(CallStatus.DeadlineExceeded), Response);
    }

    /// <summary>The requests.</summary>
    public RequestReader<T> Reader<T>(GrpcMarshaller<T> marshaller)
        where T : class =>
        new(_http.Request.BodyReader, marshaller, _requestEncoding, _options.ReceiveMessageBytesMax, CancellationToken);

    /// <summary>Where a stream's responses go.</summary>
    public IGrpcResponses<T> Responses<T>(GrpcMarshaller<T> marshaller)
        where T : class => new ResponseStream<T>(Response, marshaller);

    /// <inheritdoc/>
    public ValueTask SendHeadersAsync(GrpcMetadata headers) => Response.SendHeadersAsync(headers);

    /// <inheritdoc/>
    public void Dispose()
    {
        _expiry.Dispose();
        _expiryEnding.Dispose();
        _deadline?.Dispose();
        _ending.Dispose();
        Response.Dispose();
    }

    private sealed class ResponseStream<T>(CallResponse response, GrpcMarshaller<T> marshaller) : IGrpcResponses<T>
        where T : class
    {
        public ValueTask WriteAsync(T message) => response.WriteAsync(marshaller, message);
    }
}
