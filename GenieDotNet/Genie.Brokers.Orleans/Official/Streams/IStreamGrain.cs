using Orleans.Concurrency;

namespace Genie.Brokers.Orleans.Official.Streams;

/// <summary>One stream of a channel, by the key <c>channel/number</c>. Its calls interleave, since many requests wait for their answers at once.</summary>
[Alias("genie.stream")]
internal interface IStreamGrain : IGrainWithStringKey
{
    /// <summary>Activates the grain: the way to it can be taken.</summary>
    [AlwaysInterleave, Alias("activate")]
    ValueTask ActivateAsync();

    /// <summary>Hands a message to a listener.</summary>
    /// <param name="message">The message.</param>
    /// <returns>The handler's answer; nothing where nobody listens.</returns>
    [AlwaysInterleave, Alias("request")]
    ValueTask<StreamAnswer> RequestAsync(StreamMessage message);

    /// <summary>Hands a message to a listener.</summary>
    /// <param name="message">The message.</param>
    /// <returns>True when a listener has taken it, false where nobody listens.</returns>
    [AlwaysInterleave, Alias("send")]
    ValueTask<bool> SendAsync(StreamMessage message);
}
