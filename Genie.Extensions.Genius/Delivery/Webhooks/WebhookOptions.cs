using Genie.EventStore;

namespace Genie.Extensions.Genius.Delivery.Webhooks;

/// <summary>Where a webhook goes.</summary>
public sealed record WebhookOptions
{
    /// <summary>The receiver's address; <c>https</c>, or <c>http</c> on this machine where <see cref="AllowPrivateAddresses"/> is set.</summary>
    public required Uri Url { get; init; }

    /// <summary>What requests are signed with.</summary>
    public required WebhookSecret Secret { get; init; }

    /// <summary>The secret before it, while receivers change from one to the other: requests then carry both signatures. Default: none.</summary>
    public WebhookSecret? FormerSecret { get; init; }

    /// <summary>
    /// True where the receiver may have an address that is not on the public internet: private, of this machine, or of its platform, such as a cloud's metadata
    /// service. Default false: who may choose addresses could otherwise reach the network's inside (server-side request forgery).
    /// </summary>
    public bool AllowPrivateAddresses { get; init; }

    /// <summary>The body's JSON. Default: <see cref="WebhookBody.Write"/>.</summary>
    public Func<RecordedEvent, byte[]> Body { get; init; } = WebhookBody.Write;

    /// <summary>The clock of signatures and of what <c>Retry-After</c> dates mean.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
