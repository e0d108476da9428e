namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>An event that was given up.</summary>
/// <param name="Position">Its position in the store.</param>
/// <param name="Attempts">Attempts made.</param>
/// <param name="Reason">Why the last one failed.</param>
public sealed record DeadLetter(long Position, int Attempts, string Reason);
