namespace Genie.Grains;

/// <summary>A grain called itself, or a grain whose turn waits for its own: neither could ever answer.</summary>
public sealed class GrainCircleException(string kind, string key)
    : GrainException($"A call to grain {kind}/{key} came from a turn that it waits for itself, and would never be answered. Send the message instead, or call the grain's own methods.", isTransient: false);
