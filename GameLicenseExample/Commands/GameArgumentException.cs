namespace GameLicenseExample.Commands;

/// <summary>An argument makes no sense; the message says why and what would.</summary>
internal sealed class GameArgumentException(string message) : Exception(message);
