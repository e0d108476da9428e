using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>A listener on one link, which subscribes again when it is restored.</summary>
/// <remarks>Its end: no further session is opened, the subscription ends, messages taken before are handled and settled, the link is closed.</remarks>
/// <typeparam name="TRoute">See <see cref="MessageDispatcher{TRoute}"/>.</typeparam>
/// <typeparam name="TSession">The protocol's session.</typeparam>
/// <inheritdoc cref="MessageDispatcher{TRoute}(ListenOptions, MessageHandler, bool)"/>
public abstract class LinkedDispatcher<TRoute, TSession>(ListenOptions options, MessageHandler handler, bool isFedByReadLoop = false)
    : MessageDispatcher<TRoute>(options, handler, isFedByReadLoop)
    where TSession : class, ILinkSession
{
    /// <summary>The link; a sealed driver's own property, so that a message costs no virtual call.</summary>
    protected abstract SupervisedLink<TSession> Link { get; }

    /// <inheritdoc/>
    public override ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        Link.Changed = Options.LinkChanged;
        Link.Replaced = EndSubscriptionAsync;
        return Link.ConnectAsync(cancellationToken);
    }

    /// <summary>Ends the subscription, while what was taken may still be answered and acknowledged. Not called where there is no session.</summary>
    protected virtual Task EndSubscriptionAsync(TSession session, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Closes the link, after the handlers' answers and acknowledgements.</summary>
    protected virtual ValueTask CloseAsync() => Link.DisposeAsync();

    /// <inheritdoc/>
    protected sealed override async ValueTask DisposeCoreAsync()
    {
        // A link that is restored now would subscribe again, and what came over it be nobody's.
        await LeaveAsync(async cancellationToken =>
        {
            await Link.RetireAsync(cancellationToken).ConfigureAwait(false);
            if (Link.TryGet(out var session)) await EndSubscriptionAsync(session, cancellationToken).ConfigureAwait(false);
        }).ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
        await CloseAsync().ConfigureAwait(false);
    }
}
