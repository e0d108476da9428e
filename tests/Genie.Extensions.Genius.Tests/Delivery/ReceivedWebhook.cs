namespace Genie.Extensions.Genius.Tests.Delivery;

internal sealed record ReceivedWebhook(string Id, string Timestamp, string Signature, string IdempotencyKey, string ContentType, string Body);
