namespace Genie.Extensions.Genius.Delivery.Notifications;

/// <summary>An e-mail of plain text.</summary>
/// <param name="Id">The same for every attempt at the same e-mail.</param>
/// <param name="From">The sender's address.</param>
/// <param name="To">The recipient's address.</param>
/// <param name="Subject">The subject.</param>
/// <param name="Text">The text.</param>
public sealed record EmailMessage(string Id, string From, string To, string Subject, string Text);
