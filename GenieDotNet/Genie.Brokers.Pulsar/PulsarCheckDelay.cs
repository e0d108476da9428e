using System.Globalization;
using System.Net.Http.Headers;
using System.Text.Json;
using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar;

/// <summary>
/// Asks the broker's HTTP port for the one setting that decides a quiet round trip: how long a caught-up subscription waits
/// before it looks for new messages (managedLedgerNewEntriesCheckDelayInMillis, 10 ms unless set).
/// </summary>
internal static class PulsarCheckDelay
{
    private const string Setting = "managedLedgerNewEntriesCheckDelayInMillis";
    private const int StandardAdminPort = 8080;
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(1);

    /// <summary>A remark for reports: the value, or that it is not known. Never throws but for the token.</summary>
    public static async Task<string> DescribeAsync(PulsarOptions options, CancellationToken cancellationToken)
    {
        var address = options.Address;
        var admin = options.AdminUrl ?? new UriBuilder(Uri.UriSchemeHttp, address.Host, StandardAdminPort).Uri;
        try
        {
            using var client = new HttpClient { Timeout = Timeout };
            if (options.Credential.Length > 0) client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", options.Credential);
            var json = await client.GetStringAsync(new Uri(admin, "/admin/v2/brokers/configuration/runtime"), cancellationToken).ConfigureAwait(false);
            using var settings = JsonDocument.Parse(json);
            if (IsOf(settings.RootElement, address) && settings.RootElement.TryGetProperty(Setting, out var value)) return $"{Setting}={value}";
        }
        catch (Exception error) when (error is HttpRequestException or JsonException || (error is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            // The port may be closed, another program's or not for this user: then the value is not known.
        }

        return $"{Setting} not known (pulsar.admin-url)";
    }

    // The standard HTTP port may be that of another broker. Ports are given as "Optional[6650]".
    private static bool IsOf(JsonElement settings, BrokerUrl address)
    {
        var port = address.Port.ToString(CultureInfo.InvariantCulture);
        return settings.ValueKind == JsonValueKind.Object && (Is("brokerServicePort") || Is("brokerServicePortTls"));

        bool Is(string name) => settings.TryGetProperty(name, out var value) && string.Concat(value.ToString().Where(char.IsAsciiDigit)) == port;
    }
}
