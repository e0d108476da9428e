using System.Text;
using Genie.Extensions.Genius.Delivery.Webhooks;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Delivery;

public sealed class WebhookSignatureTests
{
    private const string Id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static readonly DateTimeOffset Time = DateTimeOffset.FromUnixTimeSeconds(1_614_265_330);
    private static readonly byte[] Body = Encoding.UTF8.GetBytes("""{"test": 2432232314}""");
    private static readonly WebhookSecret Secret = WebhookSecret.Parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private readonly ManualClock _clock = new();

    public WebhookSignatureTests() => _clock.Advance(Time - DateTimeOffset.UnixEpoch);

    /// <summary>Computed with Python's hmac; it is also the vector of the specification's libraries.</summary>
    [Fact]
    public void Signature_is_the_specifications() => Assert.Equal("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", WebhookSignature.Sign(Secret, Id, Time, Body));

    [Fact]
    public void One_genuine_signature_among_several_is_enough()
    {
        Assert.True(IsAccepted(signatures: "v1,AAAA " + WebhookSignature.Sign(Secret, Id, Time, Body)));
        Assert.False(IsAccepted(signatures: WebhookSignature.Sign(WebhookSecret.Generate(), Id, Time, Body)));
        Assert.False(IsAccepted(signatures: ""));
    }

    [Fact]
    public void Whatever_was_signed_cannot_be_changed()
    {
        Assert.True(IsAccepted());
        Assert.False(IsAccepted(id: Id + "1"));
        Assert.False(IsAccepted(timestamp: $"{Time.ToUnixTimeSeconds() + 1}"));
        Assert.False(IsAccepted(body: [.. Body, (byte)' ']));
        Assert.False(IsAccepted(timestamp: "now"));
        Assert.False(IsAccepted(timestamp: "99999999999999999"));
    }

    [Fact]
    public void A_time_beyond_the_tolerance_is_refused()
    {
        _clock.Advance(TimeSpan.FromMinutes(5));
        Assert.True(IsAccepted());
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.False(IsAccepted());
    }

    [Fact]
    public void A_secret_is_long_enough_and_does_not_show_by_accident()
    {
        var secret = WebhookSecret.Generate();
        Assert.Equal(WebhookSignature.Sign(secret, Id, Time, Body), WebhookSignature.Sign(WebhookSecret.Parse(secret.Export()), Id, Time, Body));
        Assert.DoesNotContain(secret.Export()["whsec_".Length..], $"{secret}", StringComparison.Ordinal);
        Assert.Throws<FormatException>(() => WebhookSecret.Parse("whsec_" + Convert.ToBase64String(new byte[23])));
        Assert.Throws<FormatException>(() => WebhookSecret.Parse("whsec_" + Convert.ToBase64String(new byte[65])));
    }

    private bool IsAccepted(string id = Id, string? timestamp = null, string? signatures = null, byte[]? body = null) => WebhookSignature.Verify(
        Secret, id, timestamp ?? $"{Time.ToUnixTimeSeconds()}", signatures ?? WebhookSignature.Sign(Secret, Id, Time, Body), body ?? Body, TimeSpan.FromMinutes(5), _clock);
}
