using System.Globalization;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>The address with the settings that the official client needs.</summary>
internal static class NmsUri
{
    // Its own 8 KiB are less than one segment of the loopback device: a busy consumer stalls for a delayed acknowledgement.
    private const int SocketBufferBytes = 256 * 1024;

    /// <param name="options">Settings of all servers.</param>
    /// <param name="server">The one to connect to.</param>
    /// <exception cref="BrokerSettingException">An authority's file: the client trusts what the system trusts, or one
    /// self-signed certificate.</exception>
    public static Uri Of(ActiveMQOptions options, ServerAddress server)
    {
        if (options.TlsCaFile.Length > 0)
            throw new BrokerSettingException("activemq.tls-ca-file: Apache.NMS.ActiveMQ trusts the system's authorities only. Add the authority to those (SSL_CERT_FILE), or use the wire client.");
        var settings = new List<string>
        {
            string.Create(CultureInfo.InvariantCulture, $"transport.receiveBufferSize={SocketBufferBytes}"),
            string.Create(CultureInfo.InvariantCulture, $"transport.sendBufferSize={SocketBufferBytes}"),

            // Advisories tell which temporary queues exist; before one arrives, answers to that queue would be refused here.
            "nms.watchTopicAdvisories=false",

            // Acknowledgements that await an answer each would double the round trips of a listener.
            "nms.sendAcksAsync=true",

            // A message is made for each send and used once.
            "nms.copyMessageOnSend=false",
        };
        var tls = options.Tls || options.OpenWireAddress.Tls;
        if (tls && options.TlsServerName.Length > 0) settings.Add($"transport.serverName={Uri.EscapeDataString(options.TlsServerName)}");
        if (tls && options.TlsCertificateFile.Length > 0) settings.Add($"transport.clientCertFilename={Uri.EscapeDataString(options.TlsCertificateFile)}");
        return new Uri($"{(tls ? "ssl" : "tcp")}://{server}?{string.Join('&', settings)}");
    }
}
