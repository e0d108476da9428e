namespace Genie.Grains.Orleans;

/// <summary>
/// The cluster did not answer for a grain: its silo is gone, the connection is lost, or the answer did not come within Orleans'
/// response timeout. The grain may have handled the message, or may yet.
/// </summary>
/// <param name="kind">The grain's kind.</param>
/// <param name="key">The grain's key.</param>
/// <param name="innerException">What Orleans said.</param>
public sealed class GrainUnavailableException(string kind, string key, Exception innerException)
    : GrainException($"Grain {kind}/{key} did not answer: {innerException.Message} Call again with the same request key: whether the message took effect is not known.", isTransient: true, innerException);
