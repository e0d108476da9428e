using System.Buffers;
using System.Buffers.Text;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Http;

namespace Genie.Relay.Proxying;

/// <summary>
/// A request of gRPC-Web's text mode, decoded. The library's own reader has no TryRead, and leaves a body that is no base64 half read, so that the client's connection ends with it.
/// </summary>
internal sealed class WebTextReader(PipeReader inner) : PipeReader
{
    private const string TextContent = "application/grpc-web-text";
    private const int GroupLength = 4;

    private ReadOnlySequence<byte> _rest;
    private bool _isCompleted;

    /// <summary>A request in text mode as it comes: once the library has taken it up, its content type is another one and its body is decoded.</summary>
    private sealed record Encoded(PipeReader Reader);

    /// <summary>Notes a request in text mode. It stands before the library's own step.</summary>
    public static Task NoteAsync(HttpContext http, RequestDelegate next)
    {
        if (http.Request.ContentType?.StartsWith(TextContent, StringComparison.OrdinalIgnoreCase) != true) return next(http);
        http.Features.Set(new Encoded(http.Request.BodyReader));

        // The text's, and more than the worker gets.
        http.Request.ContentLength = null;
        return next(http);
    }

    /// <summary>What a request is read by, whatever its mode.</summary>
    public static PipeReader Of(HttpContext http) => http.Features.Get<Encoded>() is { } encoded ? new WebTextReader(encoded.Reader) : http.Request.BodyReader;

    /// <inheritdoc/>
    public override bool TryRead(out ReadResult result)
    {
        result = new ReadResult(_rest, isCanceled: false, _isCompleted);
        return _isCompleted || !_rest.IsEmpty;
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidDataException">The request is no base64.</exception>
    public override async ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        while (true)
        {
            if (TryRead(out var held)) return held;
            var result = await inner.ReadAsync(cancellationToken).ConfigureAwait(false);
            var text = result.IsCompleted ? result.Buffer : result.Buffer.Slice(0, result.Buffer.Length / GroupLength * GroupLength);
            var decoded = Decode(text);
            inner.AdvanceTo(text.End, result.Buffer.End);
            if (decoded is null) throw new InvalidDataException("The request is no base64.");
            (_rest, _isCompleted) = (new ReadOnlySequence<byte>(decoded), result.IsCompleted);
            if (result.IsCanceled) return new ReadResult(_rest, isCanceled: true, _isCompleted);
        }
    }

    /// <inheritdoc/>
    public override void AdvanceTo(SequencePosition consumed) => _rest = _rest.Slice(consumed);

    /// <inheritdoc/>
    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) => AdvanceTo(consumed);

    /// <inheritdoc/>
    public override void CancelPendingRead() => inner.CancelPendingRead();

    /// <inheritdoc/>
    public override void Complete(Exception? exception = null) => inner.Complete(exception);

    /// <summary>Decodes whole groups; null: it is no base64. Padding ends a part and not the whole, as each part may be encoded by itself (gRPC's PROTOCOL-WEB, "Text-encoded (response) streams").</summary>
    private static byte[]? Decode(in ReadOnlySequence<byte> text)
    {
        var bytes = text.ToArray();
        var (from, length) = (0, 0);
        while (from < bytes.Length)
        {
            var padding = bytes.AsSpan(from).IndexOf((byte)'=');
            var end = padding < 0 ? bytes.Length : Math.Min(from + (padding / GroupLength * GroupLength) + GroupLength, bytes.Length);
            if (Base64.DecodeFromUtf8InPlace(bytes.AsSpan(from, end - from), out var written) != OperationStatus.Done) return null;
            bytes.AsSpan(from, written).CopyTo(bytes.AsSpan(length));
            (from, length) = (end, length + written);
        }

        return bytes[..length];
    }
}
