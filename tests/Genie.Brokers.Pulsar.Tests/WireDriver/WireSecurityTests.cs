using Genie.Brokers.Pulsar.Tests.Servers;

namespace Genie.Brokers.Pulsar.Tests.WireDriver;

/// <summary>Tokens and TLS, against a broker that insists on them.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class WireSecurityTests(PulsarServers servers)
{
    [SkippableFact]
    public async Task A_token_is_let_in_from_options_or_url_and_nobody_without()
    {
        var server = await servers.SecuredAsync();
        var options = new PulsarOptions { Url = new Uri($"pulsar://127.0.0.1:{server.Port}") };
        await Clients.ExpectRoundTripAsync(options with { Token = server.Token });
        await Clients.ExpectRoundTripAsync(options with { Url = new Uri($"pulsar://{server.Token}@127.0.0.1:{server.Port}") });
        await Clients.ExpectRefusedAsync<BrokerAuthenticationException>(options);
        await Clients.ExpectRefusedAsync<BrokerAuthenticationException>(options with { Token = server.Token[..^2] });
    }

    [SkippableFact]
    public async Task Who_may_not_use_the_namespace_is_told_so()
    {
        var server = await servers.SecuredAsync();
        var options = new PulsarOptions { Url = new Uri($"pulsar://127.0.0.1:{server.Port}"), Token = server.StrangersToken };
        await Clients.ExpectRefusedAsync<BrokerPermissionException>(options);
    }

    [SkippableFact]
    public async Task TLS_is_used_and_the_certificate_checked()
    {
        var server = await servers.SecuredAsync();
        var options = new PulsarOptions
        {
            Url = new Uri($"pulsar+ssl://127.0.0.1:{server.TlsPort}"),
            Token = server.Token,
            TlsCaFile = server.Certificates.CaFile,

            // The first handshakes of a server that has just been started take seconds on a busy machine.
            ConnectTimeout = Clients.SafetyNet,
        };
        await Clients.ExpectRoundTripAsync(options);
        await Clients.ExpectRoundTripAsync(options with { Url = new Uri($"pulsar://127.0.0.1:{server.TlsPort}"), Tls = true });
        await Clients.ExpectRefusedAsync<BrokerTlsException>(options with { TlsCaFile = "" });
        await Clients.ExpectRefusedAsync<BrokerTlsException>(options with { TlsServerName = "elsewhere" });
    }
}
