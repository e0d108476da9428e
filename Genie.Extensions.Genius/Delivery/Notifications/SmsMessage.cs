namespace Genie.Extensions.Genius.Delivery.Notifications;

/// <summary>A text message.</summary>
/// <param name="Id">The same for every attempt at the same message.</param>
/// <param name="To">The recipient's number, as E.164 writes it: <c>+12155550123</c>.</param>
/// <param name="Text">The text; how many parts it is sent in is the sender's matter.</param>
public sealed record SmsMessage(string Id, string To, string Text);
