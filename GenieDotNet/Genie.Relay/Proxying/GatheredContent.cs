using System.Net;

namespace Genie.Relay.Proxying;

/// <summary>The forwarder's request content, whose flushes wait until the client has nothing more at hand. The forwarder takes no other content than its own, so that this is put around it behind it.</summary>
internal sealed class GatheredContent : HttpContent
{
    private readonly HttpContent _inner;
    private readonly RequestBody _body;

    private GatheredContent(HttpContent inner, RequestBody body)
    {
        (_inner, _body) = (inner, body);
        foreach (var header in inner.Headers.NonValidated) Headers.TryAddWithoutValidation(header.Key, header.Value);
    }

    /// <summary>Between the forwarder and the connection.</summary>
    internal sealed class Handler(HttpMessageHandler inner) : DelegatingHandler(inner)
    {
        private static readonly HttpRequestOptionsKey<RequestBody> Body = new("genie.relay.body");

        /// <summary>Says what a request is read from.</summary>
        public static void SetBody(HttpRequestMessage request, RequestBody body) => request.Options.Set(Body, body);

        /// <inheritdoc/>
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            if (request.Content is { } content && request.Options.TryGetValue(Body, out var body)) request.Content = new GatheredContent(content, body);
            return base.SendAsync(request, cancellationToken);
        }
    }

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => SerializeToStreamAsync(stream, context, CancellationToken.None);

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        var sink = new GatheringStream(stream);
        _body.Sink = sink;
        return _inner.CopyToAsync(sink, context, cancellationToken);
    }

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        length = _inner.Headers.ContentLength ?? -1;
        return length >= 0;
    }
}
