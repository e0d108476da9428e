using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Genie.Extensions.Genius.Delivery.Push;

namespace Genie.Extensions.Genius.Delivery.Webhooks;

/// <summary>
/// Delivers by HTTP POST, signed as <see cref="WebhookSignature"/> says. 2xx means delivered, 410 never again; anything else fails and is tried again, after
/// <c>Retry-After</c> where the receiver gives one (RFC 9110, section 10.2.3). Redirects are not followed: they would take the signed body elsewhere.
/// </summary>
/// <remarks>
/// Beside <c>webhook-id</c> the same id goes as <c>Idempotency-Key</c> (draft-ietf-httpapi-idempotency-key-header-06). The channel's own client resolves the host and
/// connects to public addresses only (<see cref="WebhookOptions.AllowPrivateAddresses"/>), without a proxy; a client that is given must see to that by itself.
/// </remarks>
public sealed class WebhookChannel : IDeliveryChannel, IDisposable
{
    private const string IdempotencyHeader = "Idempotency-Key";
    private readonly WebhookOptions _options;
    private readonly HttpClient _client;
    private readonly bool _isOwnClient;

    /// <summary>Delivers to an address.</summary>
    /// <param name="options">Where and how.</param>
    /// <param name="client">Who sends; it must not follow redirects. Default: one of the channel's own.</param>
    /// <exception cref="ArgumentException">The address is not <c>https</c>, nor <c>http</c> on this machine.</exception>
    public WebhookChannel(WebhookOptions options, HttpClient? client = null)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.Url.Scheme != Uri.UriSchemeHttps && !(options.Url.Scheme == Uri.UriSchemeHttp && options.Url.IsLoopback))
            throw new ArgumentException("The address would have events sent in the clear: use https, or http on this machine.", nameof(options));
        _options = options;
        _isOwnClient = client is null;

        // The worker bounds the time of attempts, by its own clock.
        _client = client ?? new HttpClient(HandlerOf(options)) { Timeout = Timeout.InfiniteTimeSpan };
    }

    /// <inheritdoc/>
    public async ValueTask<DeliveryOutcome> DeliverAsync(DeliveryAttempt attempt, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(attempt);
        using var request = CreateRequest(attempt);
        try
        {
            // What the receiver says beside status and headers is not read: it could be endless.
            using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken).ConfigureAwait(false);
            return Judge(response);
        }
        catch (HttpRequestException error) when (error.InnerException is WebhookAddressException refused)
        {
            return DeliveryOutcome.Refused(refused.Message);
        }
        catch (HttpRequestException error)
        {
            return DeliveryOutcome.Failed(error.Message);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_isOwnClient) _client.Dispose();
    }

    private static SocketsHttpHandler HandlerOf(WebhookOptions options) =>
        options.AllowPrivateAddresses ? new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false } : GuardedConnections.CreateHandler();

    private HttpRequestMessage CreateRequest(DeliveryAttempt attempt)
    {
        var body = _options.Body(attempt.Event);
        var now = _options.Clock.GetUtcNow();
        var signatures = WebhookSignature.Sign(_options.Secret, attempt.Id, now, body);
        if (_options.FormerSecret is { } former) signatures += " " + WebhookSignature.Sign(former, attempt.Id, now, body);
        var content = new ByteArrayContent(body);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        var request = new HttpRequestMessage(HttpMethod.Post, _options.Url) { Content = content };
        request.Headers.Add(WebhookSignature.IdHeader, attempt.Id);
        request.Headers.Add(WebhookSignature.TimestampHeader, now.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture));
        request.Headers.Add(WebhookSignature.SignatureHeader, signatures);
        request.Headers.Add(IdempotencyHeader, $"\"{attempt.Id}\"");
        return request;
    }

    private DeliveryOutcome Judge(HttpResponseMessage response)
    {
        if (response.IsSuccessStatusCode) return DeliveryOutcome.Delivered;
        var reason = $"HTTP {(int)response.StatusCode}";
        return response.StatusCode == HttpStatusCode.Gone ? DeliveryOutcome.Refused(reason) : DeliveryOutcome.Failed(reason, AskedDelay(response.Headers.RetryAfter));
    }

    private TimeSpan? AskedDelay(RetryConditionHeaderValue? asked)
    {
        var delay = asked?.Delta ?? (asked?.Date - _options.Clock.GetUtcNow());
        return delay > TimeSpan.Zero ? delay : null;
    }
}
