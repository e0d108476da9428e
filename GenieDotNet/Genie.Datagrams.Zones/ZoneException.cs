namespace Genie.Datagrams.Zones;

/// <summary>A zone could not take what was given to it. The message says what happened and what to do.</summary>
/// <param name="message">What happened and what to do.</param>
/// <param name="isTransient">True if the same call may succeed later without a change.</param>
public sealed class ZoneException(string message, bool isTransient) : DatagramException(message, isTransient);
