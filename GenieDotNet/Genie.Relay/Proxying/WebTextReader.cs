using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Http;

namespace Genie.Relay.Proxying;

/// <summary>
/// A request of gRPC-Web's text mode, decoded. The library's reader has no TryRead and takes only advances by whole groups of base64, so that what it gives is taken whole
/// and handed on in parts.
/// </summary>
internal sealed class WebTextReader(PipeReader inner) : PipeReader
{
    private const string TextContent = "application/grpc-web-text";

    private ReadOnlySequence<byte> _rest;
    private bool _isCompleted;

    /// <summary>Says that a request is in text mode: its content type is another one once it is decoded.</summary>
    private sealed class Mode
    {
        public static readonly Mode Text = new();
    }

    /// <summary>Notes the mode of a request. It stands before the library's own step.</summary>
    public static Task NoteAsync(HttpContext http, RequestDelegate next)
    {
        if (http.Request.ContentType?.StartsWith(TextContent, StringComparison.OrdinalIgnoreCase) == true) http.Features.Set(Mode.Text);
        return next(http);
    }

    /// <summary>What a request is read by, whatever its mode.</summary>
    public static PipeReader Of(HttpContext http) => http.Features.Get<Mode>() is null ? http.Request.BodyReader : new WebTextReader(http.Request.BodyReader);

    /// <inheritdoc/>
    public override bool TryRead(out ReadResult result)
    {
        result = new ReadResult(_rest, isCanceled: false, _isCompleted);
        return _isCompleted || !_rest.IsEmpty;
    }

    /// <inheritdoc/>
    public override async ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        if (TryRead(out var held)) return held;
        var result = await inner.ReadAsync(cancellationToken).ConfigureAwait(false);
        _rest = new ReadOnlySequence<byte>(result.Buffer.ToArray());
        inner.AdvanceTo(result.Buffer.End);

        // A group with padding ends a result, also the last one, whatever stands behind it: at the end there is nothing more.
        _isCompleted = result.IsCompleted && _rest.IsEmpty;
        return new ReadResult(_rest, result.IsCanceled, _isCompleted);
    }

    /// <inheritdoc/>
    public override void AdvanceTo(SequencePosition consumed) => _rest = _rest.Slice(consumed);

    /// <inheritdoc/>
    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) => AdvanceTo(consumed);

    /// <inheritdoc/>
    public override void CancelPendingRead() => inner.CancelPendingRead();

    /// <inheritdoc/>
    public override void Complete(Exception? exception = null) => inner.Complete(exception);
}
