using Genie.Brokers;

namespace GameLicenseExample.Tests.Playing;

/// <summary>A connection to an issuer that answers some requests with nothing, as it answers envelopes that it refuses.</summary>
internal sealed class SilentConnection(IBrokerConnection inner, Func<bool> isSilent) : IBrokerConnection
{
    public long LateReplies => inner.LateReplies;

    // What the issuer cannot open it answers so.
    public ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => inner.RequestAsync(isSilent() ? new byte[200] : message, cancellationToken);

    public ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => inner.SendAsync(message, cancellationToken);

    public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public ValueTask DisposeAsync() => inner.DisposeAsync();
}
