using Orleans.Concurrency;

namespace Genie.Grains.Orleans;

/// <summary>What Orleans calls of a grain that is hosted in a silo.</summary>
internal interface IHostedGrain : IGrainWithStringKey
{
    /// <summary>The grain has a timer now, and had none before.</summary>
    [AlwaysInterleave]
    Task TimerSetAsync();

    /// <summary>There are too many grains on the silo, and this one was not used for the longest.</summary>
    [AlwaysInterleave]
    Task LeaveAsync();
}

/// <inheritdoc/>
/// <remarks>Calls interleave as far as Orleans is concerned: the grain's mailbox has them wait for each other.</remarks>
/// <typeparam name="TMessage">The messages it handles.</typeparam>
/// <typeparam name="TAnswer">What it answers.</typeparam>
internal interface IHostedGrain<TMessage, TAnswer> : IHostedGrain
{
    /// <summary>Hands a message to the grain and awaits its answer.</summary>
    /// <param name="message">The message.</param>
    /// <param name="remaining">Time to the caller's deadline; null if it has none.</param>
    /// <param name="cancellationToken">Fires when the caller gives up.</param>
    [AlwaysInterleave]
    ValueTask<TAnswer> CallAsync(TMessage message, TimeSpan? remaining, CancellationToken cancellationToken);

    /// <summary>Puts a message into the grain's mailbox.</summary>
    /// <param name="message">The message.</param>
    /// <param name="cancellationToken">Ends the wait for room.</param>
    [AlwaysInterleave]
    ValueTask SendAsync(TMessage message, CancellationToken cancellationToken);
}
