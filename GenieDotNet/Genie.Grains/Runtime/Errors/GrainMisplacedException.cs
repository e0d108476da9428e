namespace Genie.Grains;

/// <summary>
/// Thrown by a grain that this process cannot host, though another of the cluster may: its state is of a newer release, or what it needs is elsewhere. A
/// silo lets the grain go, so that the next call may place it elsewhere.
/// </summary>
/// <param name="message">What is missing here, and what to do.</param>
public class GrainMisplacedException(string message) : GrainException(message, isTransient: true);
