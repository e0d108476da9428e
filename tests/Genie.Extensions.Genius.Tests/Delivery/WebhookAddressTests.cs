using System.Net;
using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Delivery.Webhooks;

namespace Genie.Extensions.Genius.Tests.Delivery;

public sealed class WebhookAddressTests
{
    private static readonly RecordedEvent Event = new("s", 1, 1, DateTimeOffset.UnixEpoch, null, "noted", new byte[] { 1 });

    [Theory]
    [InlineData("8.8.8.8", true)]
    [InlineData("100.63.255.255", true)]
    [InlineData("100.128.0.0", true)]
    [InlineData("172.15.255.255", true)]
    [InlineData("172.32.0.0", true)]
    [InlineData("2606:4700::1111", true)]
    [InlineData("2a00:1450:4001::1", true)]
    [InlineData("0.0.0.0", false)]
    [InlineData("10.1.2.3", false)]
    [InlineData("100.100.100.200", false)]
    [InlineData("127.0.0.1", false)]
    [InlineData("127.255.255.254", false)]
    [InlineData("168.63.129.16", false)]
    [InlineData("169.254.169.254", false)]
    [InlineData("172.16.0.1", false)]
    [InlineData("172.31.255.255", false)]
    [InlineData("192.168.1.1", false)]
    [InlineData("224.0.0.1", false)]
    [InlineData("255.255.255.255", false)]
    [InlineData("::", false)]
    [InlineData("::1", false)]
    [InlineData("::ffff:127.0.0.1", false)]
    [InlineData("::ffff:169.254.169.254", false)]
    [InlineData("64:ff9b::a9fe:a9fe", false)]
    [InlineData("2001::1", false)]
    [InlineData("2002:7f00:1::", false)]
    [InlineData("fd00:ec2::254", false)]
    [InlineData("fe80::1", false)]
    [InlineData("ff02::1", false)]
    public void Only_addresses_of_the_public_internet_are_public(string address, bool isPublic) => Assert.Equal(isPublic, PublicAddresses.Contains(IPAddress.Parse(address)));

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("localhost")]
    [InlineData("2130706433")]
    public async Task A_host_that_is_this_machine_is_never_reached_unless_allowed(string host)
    {
        await using var receiver = new WebhookReceiver(_ => 204);
        var options = new WebhookOptions { Url = new UriBuilder(receiver.Url) { Host = host }.Uri, Secret = WebhookSecret.Generate() };
        using var guarded = new WebhookChannel(options);
        using var allowed = new WebhookChannel(options with { AllowPrivateAddresses = true });

        var refused = await guarded.DeliverAsync(new DeliveryAttempt("a_1", Event, 1), default);

        Assert.Equal(DeliveryResult.Refused, refused.Result);
        Assert.Contains(nameof(WebhookOptions.AllowPrivateAddresses), refused.Reason, StringComparison.Ordinal);
        Assert.Empty(receiver.Received);
        Assert.Equal(DeliveryOutcome.Delivered, await allowed.DeliverAsync(new DeliveryAttempt("a_1", Event, 1), default));
    }
}
