using System.Security.Cryptography.X509Certificates;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Authenticates by the certificate that the client showed in the handshake of TLS, which saw to its signature.</summary>
internal sealed class ClientCertificateHandler(GeniusSettings settings, IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory loggers, UrlEncoder encoder)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, loggers, encoder)
{
    /// <summary>The scheme.</summary>
    public const string SchemeName = "client-certificate";

    /// <inheritdoc/>
    protected override Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        if (Context.Connection.ClientCertificate is not { } certificate) return Task.FromResult(AuthenticateResult.NoResult());
        var name = certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false);
        var client = settings.Clients.FirstOrDefault(each => each.Name == name);
        return Task.FromResult(client is null ? AuthenticateResult.Fail("The client is unknown.") : CallerClaims.Of(Context, SchemeName, client));
    }
}
