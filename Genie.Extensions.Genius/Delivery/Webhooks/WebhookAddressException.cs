using System.Net;

namespace Genie.Extensions.Genius.Delivery.Webhooks;

/// <summary>A webhook's host has an address that is not on the public internet. Nothing was sent. Where it is meant, set <see cref="WebhookOptions.AllowPrivateAddresses"/>.</summary>
/// <param name="host">The host.</param>
/// <param name="address">Its address.</param>
public sealed class WebhookAddressException(string host, IPAddress address)
    : Exception($"'{host}' has the address {address}, which is private, of this machine or of its platform: webhooks do not go there. Where it is meant, set AllowPrivateAddresses.")
{
    /// <summary>Always false: the receiver's address has to be mended first.</summary>
    public static bool IsTransient => false;
}
