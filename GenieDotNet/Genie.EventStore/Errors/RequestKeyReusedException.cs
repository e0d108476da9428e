namespace Genie.EventStore;

/// <summary>A request key came again with another content than the first time. Nothing was written: send the new content with a key of its own.</summary>
/// <param name="stream">The stream in which the key is known.</param>
/// <param name="key">The key.</param>
public sealed class RequestKeyReusedException(string stream, RequestKey key)
    : EventStoreException(
        $"The request key run {key.Run}, sender {key.Sender}, sequence {key.Sequence} is known in '{stream}' for another content. Nothing was changed: send this one with a key of its own, and the same content alone with the same key.",
        isTransient: false)
{
    /// <summary>The stream in which the key is known.</summary>
    public string Stream { get; } = stream;

    /// <summary>The key.</summary>
    public RequestKey Key { get; } = key;
}
