namespace Genie.Grains;

/// <summary>
/// All grains of one kind, by their keys, wherever they run: in a <see cref="GrainRuntime"/> of this process, or in a cluster. Safe for
/// concurrent callers.
/// </summary>
/// <typeparam name="TMessage">The messages they handle.</typeparam>
/// <typeparam name="TAnswer">What they answer.</typeparam>
public interface IGrainKind<TMessage, TAnswer>
{
    /// <summary>The kind's name.</summary>
    string Name { get; }

    /// <summary>Sends a grain a message. Completes when the message is in its mailbox, from where it is not lost while that process lives.</summary>
    /// <exception cref="GrainOverloadedException">The mailbox is full, and <see cref="GrainRuntimeOptions.WhenFull"/> says not to wait.</exception>
    ValueTask SendAsync(string key, TMessage message, GrainCall call);

    /// <inheritdoc cref="SendAsync(string, TMessage, GrainCall)"/>
    ValueTask SendAsync(string key, TMessage message, CancellationToken cancellationToken);

    /// <summary>Asks a grain and awaits its answer; what it throws is thrown here.</summary>
    /// <exception cref="GrainOverloadedException">The mailbox is full, and <see cref="GrainRuntimeOptions.WhenFull"/> says not to wait.</exception>
    /// <exception cref="GrainDeadlineException">The call's deadline passed.</exception>
    ValueTask<TAnswer> CallAsync(string key, TMessage message, GrainCall call);

    /// <inheritdoc cref="CallAsync(string, TMessage, GrainCall)"/>
    ValueTask<TAnswer> CallAsync(string key, TMessage message, CancellationToken cancellationToken);
}
