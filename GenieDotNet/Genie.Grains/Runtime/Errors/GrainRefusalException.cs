namespace Genie.Grains;

/// <summary>Thrown by a grain that refuses a message and is itself unharmed: unlike after any other exception, it is not restarted.</summary>
public class GrainRefusalException(string message) : GrainException(message, isTransient: false);
