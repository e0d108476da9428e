namespace Genie.Brokers;

/// <summary>A listener that was disposed had handlers that did not end within <see cref="ListenOptions.StopTimeout"/>.</summary>
/// <param name="GivenBack">Messages that waited and went back to the system where it can take them.</param>
/// <param name="HandlersRunOn">False: the handlers were cancelled by their token. True: they do not heed it, and were left running.</param>
public readonly record struct LateStop(int GivenBack, bool HandlersRunOn);
