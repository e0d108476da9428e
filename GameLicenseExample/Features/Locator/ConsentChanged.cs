namespace GameLicenseExample.Features.Locator;

/// <summary>Somebody lets a friend know where he is, or does so no more.</summary>
/// <param name="Owner">Whose place it is.</param>
/// <param name="Friend">Who may know it.</param>
/// <param name="Until">Until when; null: no more.</param>
internal sealed record ConsentChanged(string Owner, string Friend, DateTimeOffset? Until);
