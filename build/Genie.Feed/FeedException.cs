namespace Genie.Feed;

/// <summary>The feed could not be asked; the message says why and what to do.</summary>
internal sealed class FeedException(string message) : Exception(message);
