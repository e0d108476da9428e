namespace DatagramEcho;

/// <summary>A library that can be measured, in one of its settings.</summary>
/// <param name="Id">Its name on the command line.</param>
/// <param name="IsEncrypted">Whether it encrypts: it is compared with ours that does, or does not.</param>
/// <param name="Open">Opens a client and a server, which then connect.</param>
internal sealed record Library(string Id, bool IsEncrypted, Func<IEchoPair> Open)
{
    /// <summary>Whether others are compared with it.</summary>
    public bool IsOurs { get; init; }

    /// <summary>Why it cannot be measured here and what to do about it, or <see langword="null"/>.</summary>
    public Func<string?> WhyMissing { get; init; } = () => null;
}
