using Microsoft.AspNetCore.Http.Features;

namespace Genie.Relay.Proxying;

/// <summary>Where an answer is written to: what came together goes on together, in one packet with the headers before and the trailers behind it.</summary>
internal sealed class AnswerBody(IHttpResponseBodyFeature inner) : WriteOnlyStream, IHttpResponseBodyFeature
{
    private const int UnsentBytesMax = 32 << 10;
    private const int PartBytes = 4096;

    private int _unsentBytes;

    /// <summary>True if bytes wait that the client does not get by themselves.</summary>
    public bool HasUnsent => _unsentBytes > 0;

    /// <inheritdoc/>
    public Stream Stream => this;

    /// <inheritdoc/>
    public System.IO.Pipelines.PipeWriter Writer => inner.Writer;

    /// <summary>Lets the client have the headers, and what was written.</summary>
    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        _unsentBytes = 0;
        await inner.Writer.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        for (var rest = buffer.Span; !rest.IsEmpty;)
        {
            // gRPC-Web's writer in text mode has no room where none is asked for.
            var room = inner.Writer.GetSpan(Math.Min(rest.Length, PartBytes));
            var part = rest[..Math.Min(rest.Length, room.Length)];
            part.CopyTo(room);
            inner.Writer.Advance(part.Length);
            rest = rest[part.Length..];
        }

        _unsentBytes += buffer.Length;
        return _unsentBytes < UnsentBytesMax ? ValueTask.CompletedTask : new ValueTask(FlushAsync(cancellationToken));
    }

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken = default) => inner.StartAsync(cancellationToken);

    /// <inheritdoc/>
    public Task CompleteAsync() => inner.CompleteAsync();

    /// <inheritdoc/>
    public void DisableBuffering() => inner.DisableBuffering();

    /// <inheritdoc/>
    public Task SendFileAsync(string path, long offset, long? count, CancellationToken cancellationToken = default) => inner.SendFileAsync(path, offset, count, cancellationToken);
}
