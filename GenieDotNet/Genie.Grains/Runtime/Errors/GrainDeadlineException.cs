namespace Genie.Grains;

/// <summary>A call's deadline passed. A turn that had begun may still take effect.</summary>
public sealed class GrainDeadlineException(string kind, string key)
    : GrainException($"The deadline of a call to grain {kind}/{key} passed. The grain is busy or stuck, or waits for its own caller.", isTransient: true);
