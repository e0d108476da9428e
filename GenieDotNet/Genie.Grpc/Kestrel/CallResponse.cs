using System.Buffers;
using System.Globalization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Genie.Grpc.Kestrel;

/// <summary>Headers, messages and the status, in this order whoever writes them; the first end counts.</summary>
internal sealed class CallResponse(HttpContext http, GrpcServerOptions options, ServedCall call) : IDisposable
{
    private const string StatusTrailer = "grpc-status";
    private const string MessageTrailer = "grpc-message";

    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly ArrayBufferWriter<byte> _message = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly MessageEncoding _encoding = options.CompressResponses ? MessageEncodings.OfResponse(http.Request.Headers) : MessageEncoding.Identity;
    private bool _hasStarted;
    private int _isEnding;

    /// <summary>Sends headers before the first message.</summary>
    public async ValueTask SendHeadersAsync(GrpcMetadata headers)
    {
        await TakeTurnAsync().ConfigureAwait(false);
        try
        {
            if (_hasStarted) throw new InvalidOperationException("The headers have left; send them before the first response.");
            Start();
            MetadataHeaders.Write(headers, http.Response.Headers);
            await http.Response.StartAsync(call.CancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Sends a message and waits until the connection has taken it.</summary>
    public ValueTask WriteAsync<T>(GrpcMarshaller<T> marshaller, T message)
        where T : class => WriteAsync(marshaller, message, isLast: false);

    /// <summary>Puts a message before the status, to leave with it.</summary>
    public ValueTask WriteLastAsync<T>(GrpcMarshaller<T> marshaller, T message)
        where T : class => WriteAsync(marshaller, message, isLast: true);

    /// <summary>Sends the status. A call that has one keeps it.</summary>
    public async Task EndAsync(CallStatus status)
    {
        if (Interlocked.Exchange(ref _isEnding, 1) != 0)
        {
            await _ended.Task.ConfigureAwait(false);
            return;
        }

        await _turn.WaitAsync().ConfigureAwait(false);
        try
        {
            if (!http.RequestAborted.IsCancellationRequested) await SendStatusAsync(status).ConfigureAwait(false);
        }
        catch (Exception) when (http.RequestAborted.IsCancellationRequested)
        {
            // Nobody is there to read it.
        }
        finally
        {
            _turn.Release();
            _ended.SetResult();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _turn.Dispose();

    private async ValueTask WriteAsync<T>(GrpcMarshaller<T> marshaller, T message, bool isLast)
        where T : class
    {
        await TakeTurnAsync().ConfigureAwait(false);
        try
        {
            _message.ResetWrittenCount();
            marshaller.Write(message, _message);
            if (_message.WrittenCount > options.SendMessageBytesMax)
                throw new GrpcStatusException(GrpcStatusCode.ResourceExhausted, $"A response of {_message.WrittenCount} bytes exceeds the largest allowed, {options.SendMessageBytesMax}.");
            if (!_hasStarted) Start();
            MessageFraming.Write(http.Response.BodyWriter, _message.WrittenSpan, _encoding);
            if (!isLast) await http.Response.BodyWriter.FlushAsync(call.CancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    private async ValueTask TakeTurnAsync()
    {
        await _turn.WaitAsync(call.CancellationToken).ConfigureAwait(false);
        if (Volatile.Read(ref _isEnding) == 0) return;
        _turn.Release();
        throw new OperationCanceledException("The call has ended.");
    }

    private void Start()
    {
        _hasStarted = true;
        SetProtocolHeaders();
        if (_encoding != MessageEncoding.Identity) http.Response.Headers[MessageEncodings.Header] = MessageEncodings.Gzip;
    }

    private void SetProtocolHeaders()
    {
        http.Response.ContentType = "application/grpc";
        http.Response.Headers[MessageEncodings.AcceptHeader] = MessageEncodings.Accepted;
    }

    private Task SendStatusAsync(CallStatus status)
    {
        // Nothing was sent: the status travels in the headers and no body follows (Trailers-Only).
        if (!_hasStarted) SetProtocolHeaders();
        var target = _hasStarted ? http.Features.GetRequiredFeature<IHttpResponseTrailersFeature>().Trailers : http.Response.Headers;
        target[StatusTrailer] = ((int)status.Code).ToString(CultureInfo.InvariantCulture);
        if (status.Message.Length > 0) target[MessageTrailer] = PercentEncoding.Encode(status.Message);

        // A handler that was overtaken by its deadline may be filling them still.
        if (status != CallStatus.DeadlineExceeded) MetadataHeaders.Write(call.ResponseTrailers, target);
        MetadataHeaders.Write(status.Trailers, target);
        return http.Response.CompleteAsync();
    }
}
