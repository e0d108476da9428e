namespace GameLicenseExample.Features.Decisions;

/// <summary>What a request came to.</summary>
/// <param name="Event">The event that is on record for it.</param>
/// <param name="IsRepeat">True if the request had been decided before: nothing was written now.</param>
internal readonly record struct Decided<TEvent>(TEvent Event, bool IsRepeat);
