namespace Genie.Datagrams;

/// <summary>An endpoint could not take its address.</summary>
public sealed class CannotBindEndpointException(string address, Exception innerException)
    : DatagramException($"Cannot bind {address} ({innerException.Message}). Another process may have it: choose another port, or 0 for any.", isTransient: true, innerException);
