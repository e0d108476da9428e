namespace Genie.Datagrams;

/// <summary>The settings of encryption lack something, or hold what cannot be used.</summary>
public sealed class SecurityIncompleteException(string message) : DatagramException(message, isTransient: false);
