namespace Genie.Genuine;

/// <summary>Another process holds the lock of a store's file for longer than the options allow. Nothing was changed.</summary>
public sealed class StoreBusyException(string path, Exception innerException)
    : GenuineException($"{path} is held by another process. Nothing was changed: try again, or see what that process does.", isTransient: true, innerException);
