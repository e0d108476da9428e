using System.Text;
using System.Threading.Channels;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>Our options as the client's.</summary>
internal static class NatsOfficialOptions
{
    /// <param name="options">Ours.</param>
    /// <param name="timeout">How long a command waits for a lost link.</param>
    /// <param name="prefetch">Messages that a subscription holds before the link is read no further.</param>
    /// <param name="learned">Further servers, <c>host:port</c>.</param>
    public static NatsOpts Of(NatsOptions options, TimeSpan timeout, int prefetch, IEnumerable<string> learned)
    {
        var credentials = options.Credentials;
        return NatsOpts.Default with
        {
            Url = string.Join(',', options.ServersOf(NatsDrivers.Broker, options.Address).Select(server => $"{server}").Union(learned).Select(server => $"nats://{server}")),
            Name = "genie",
            AuthOpts = new NatsAuthOpts
            {
                Username = NullIfEmpty(credentials.User),
                Password = credentials.User.Length > 0 ? credentials.Password : null,
                Token = NullIfEmpty(credentials.Token),
            },
            TlsOpts = new NatsTlsOpts
            {
                Mode = options.InsistsOnTls ? TlsMode.Require : TlsMode.Auto,
                CaFile = NullIfEmpty(options.TlsCaFile),
                CertFile = NullIfEmpty(options.TlsCertificateFile),
                KeyFile = NullIfEmpty(options.TlsKeyFile.Length > 0 ? options.TlsKeyFile : options.TlsCertificateFile),
                ConfigureClientAuthentication = options.TlsServerName.Length == 0 ? null : authentication =>
                {
                    authentication.TargetHost = options.TlsServerName;
                    return ValueTask.CompletedTask;
                },
            },
            ConnectTimeout = options.ConnectTimeout,

            // By default what is not ASCII becomes question marks.
            HeaderEncoding = Encoding.UTF8,
            PingInterval = options.PingInterval,
            ReconnectWaitMin = options.ReconnectInitialDelay,
            ReconnectWaitMax = options.ReconnectMaxDelay,
            ReconnectJitter = options.ReconnectInitialDelay,
            CommandTimeout = timeout,

            // A password may be changed on both sides, one after the other: by default two refusals end the connection for good.
            IgnoreAuthErrorAbort = true,

            // By default a publication waits for a lost server without end.
            PublishTimeoutOnDisconnected = true,

            // By default a full subscription drops the newest message in silence.
            SubPendingChannelFullMode = BoundedChannelFullMode.Wait,
            SubPendingChannelCapacity = prefetch,
        };
    }

    private static string? NullIfEmpty(string text) => text.Length > 0 ? text : null;
}
