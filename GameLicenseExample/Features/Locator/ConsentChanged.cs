namespace GameLicenseExample.Features.Locator;

/// <summary>Somebody lets a friend know where he is, or does so no more.</summary>
/// <param name="Owner">Whose place it is.</param>
/// <param name="Friend">Who may know it.</param>
/// <param name="Until">Until when; null: no more.</param>
/// <param name="Duration">For how long it was asked for; null: no more, or what earlier versions wrote.</param>
internal sealed record ConsentChanged(string Owner, string Friend, DateTimeOffset? Until, TimeSpan? Duration = null)
{
    /// <summary>True if the request was for the same.</summary>
    public bool IsAskedAs(ConsentChanged other) => (Owner, Friend, Until is null) == (other.Owner, other.Friend, other.Until is null) && (Duration is null || Duration == other.Duration);
}
