using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>A connection that sends over one link, which is restored when it is lost.</summary>
/// <typeparam name="TSession">The protocol's session.</typeparam>
/// <inheritdoc cref="MultiplexedConnection(string, ConnectionOptions, TimeProvider)"/>
public abstract class LinkedConnection<TSession>(string broker, ConnectionOptions options) : MultiplexedConnection(broker, options)
    where TSession : class, ILinkSession
{
    /// <summary>The link; a sealed driver's own property, so that a message costs no virtual call.</summary>
    protected abstract SupervisedLink<TSession> Link { get; }

    /// <inheritdoc/>
    public override ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        Link.Replaced = AwaitAnswersAsync;
        return Link.ConnectAsync(cancellationToken);
    }

    /// <summary>The session that is there, or the next one within the time-out of a request; errors as <see cref="SupervisedLink{TSession}.GetAsync"/>.</summary>
    protected ValueTask<TSession> SessionAsync(CancellationToken cancellationToken) => Link.GetAsync(Options.RequestTimeout, cancellationToken);

    // What was asked over a session is answered over it; nothing is awaited for longer.
    private async Task AwaitAnswersAsync(TSession session, CancellationToken cancellationToken) =>
        await Task.WhenAny(session.Ended, Task.Delay(Options.RequestTimeout, cancellationToken)).ConfigureAwait(false);

    /// <inheritdoc/>
    protected override ValueTask DisposeCoreAsync() => Link.DisposeAsync();
}
