namespace Genie.Brokers.Links;

/// <summary>A scheme that a system's URLs may have.</summary>
/// <param name="Name">Lower case: <c>mqtts</c>.</param>
/// <param name="Port">The port where the URL names none.</param>
/// <param name="Tls">True if it means an encrypted link.</param>
public readonly record struct BrokerUrlScheme(string Name, int Port, bool Tls);
