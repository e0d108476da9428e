using System.Net;

namespace Genie.Relay.Proxying;

/// <summary>A worker's answer. Before it waits for more from the worker, the client gets what there is.</summary>
internal sealed class AnswerContent(HttpContent inner, AnswerBody sink) : HttpContent
{
    private sealed class AnswerStream(Stream inner, AnswerBody sink) : ReadOnlyStream
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var read = inner.ReadAsync(buffer, cancellationToken);
            return read.IsCompletedSuccessfully || (read.IsCompleted && !sink.HasUnsent) ? read : WaitAsync(read, cancellationToken);
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing) inner.Dispose();
            base.Dispose(disposing);
        }

        private async ValueTask<int> WaitAsync(ValueTask<int> read, CancellationToken cancellationToken)
        {
            await sink.FlushAsync(cancellationToken).ConfigureAwait(false);
            return await read.ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    protected override async Task<Stream> CreateContentReadStreamAsync() => await CreateContentReadStreamAsync(CancellationToken.None).ConfigureAwait(false);

    /// <inheritdoc/>
    protected override async Task<Stream> CreateContentReadStreamAsync(CancellationToken cancellationToken) =>
        new AnswerStream(await inner.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false), sink);

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => throw new NotSupportedException("An answer is read as a stream.");

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        length = -1;
        return false;
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }
}
