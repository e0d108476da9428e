namespace Genie.Genuine;

/// <summary>A public key, or the bundle that carries it, is not one that an honest party makes.</summary>
public sealed class KeyRefusedException()
    : GenuineException("The public key or its signature was refused. Fetch it again over a channel that you trust.");
