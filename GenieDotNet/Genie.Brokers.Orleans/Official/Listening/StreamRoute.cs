namespace Genie.Brokers.Orleans.Official.Listening;

/// <summary>The way back of one message.</summary>
/// <param name="Answer">What a grain's call waits for; null where nobody does. Null says that nobody handled the message.</param>
internal readonly record struct StreamRoute(TaskCompletionSource<byte[]?>? Answer);
