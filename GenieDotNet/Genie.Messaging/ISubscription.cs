namespace Genie.Messaging;

/// <summary>A handler on a channel's messages.</summary>
public interface ISubscription : IAsyncDisposable
{
    /// <summary>The channel.</summary>
    string Channel { get; }

    /// <summary>What it does now.</summary>
    SubscriptionState State { get; }

    /// <summary>Completes when the subscription has stopped and no handler runs any more. It does not fail: a lost link is opened again.</summary>
    Task Completion { get; }

    /// <summary>Raised after each change of <see cref="State"/>, with the new one; must not block; what it throws changes nothing.</summary>
    event Action<SubscriptionState>? StateChanged;

    /// <summary>Takes nothing more and waits for running handlers, for <see cref="SubscribeOptions.StopTimeout"/> at most; then they are cancelled and
    /// what they had goes back.</summary>
    /// <param name="cancellationToken">Cancels running handlers at once.</param>
    Task StopAsync(CancellationToken cancellationToken);
}
