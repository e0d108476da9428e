using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using Genie.Benchmarks.Commands.Genius.Keys;
using Genie.Extensions.Genius.Messages;
using Genie.Servers;
using Genie.Testing;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>Who may call <c>genie genius serve</c>: by tokens of an issuer, and by certificates.</summary>
public sealed class GeniusCallerTests : IDisposable
{
    private const string Audience = "genius";
    private const string AnyPort = "127.0.0.1:0";

    private static readonly string[] Consumers = ["billing", "audit"];
    private static readonly string[] TruckKeys = ["truck-*"];

    private readonly TemporaryFolder _folder = new();
    private readonly int _port = Ports.PickFree();

    private string Listen => $"127.0.0.1:{_port}";

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_token_of_the_issuer_opens_what_its_scopes_say()
    {
        using var rsa = RSA.Create(2048);
        var key = new RsaSecurityKey(rsa) { KeyId = "first" };
        await using var issuer = await StartIssuerAsync(key);
        var authority = issuer.Urls.Single();
        using var server = await GeniusProcess.StartAsync(_folder.Path, new { Listen, Web = AnyPort, Jwt = new { Authority = authority, Audience }, ApiKeys = new[] { new { Name = "sender", Sha256 = ApiKey.HashOf("sender"), Scopes = new[] { ApiScope.Events } } } });

        await ListAsync(Token(key, authority, "openid rules"));
        Assert.Equal(StatusCode.PermissionDenied, await RefusedAsync(Token(key, authority, "events")));
        Assert.Equal(StatusCode.PermissionDenied, await RefusedAsync("sender"));
        Assert.Equal(StatusCode.Unauthenticated, await RefusedAsync(Token(key, "http://another.example", "rules")));
        Assert.Equal(StatusCode.Unauthenticated, await RefusedAsync(Token(key, authority, "rules", audience: "another")));
        Assert.Equal(StatusCode.Unauthenticated, await RefusedAsync(Token(key, authority, "rules", expires: DateTime.UtcNow.AddMinutes(-5))));
        using var foreign = RSA.Create(2048);
        Assert.Equal(StatusCode.Unauthenticated, await RefusedAsync(Token(new RsaSecurityKey(foreign) { KeyId = "first" }, authority, "rules")));
        var unsigned = Token(key, authority, "rules");
        Assert.Equal(StatusCode.Unauthenticated, await RefusedAsync(unsigned[..(unsigned.LastIndexOf('.') + 1)]));
        Assert.Equal(StatusCode.Unauthenticated, await RefusedAsync(null));
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task A_tokens_claims_limit_it_to_keys_and_consumers()
    {
        using var rsa = RSA.Create(2048);
        var key = new RsaSecurityKey(rsa) { KeyId = "first" };
        await using var issuer = await StartIssuerAsync(key);
        var authority = issuer.Urls.Single();
        using var server = await GeniusProcess.StartAsync(_folder.Path, new { Listen, Web = AnyPort, Jwt = new { Authority = authority, Audience, KeysClaim = "keys", ConsumersClaim = "consumers" } });
        var trucks = Token(key, authority, "events", claims: new() { ["keys"] = "truck-* van-7", ["consumers"] = Consumers });

        Assert.True((await SendAsync("truck-1", trucks)).Accepted);
        Assert.True((await SendAsync("van-7", trucks)).Accepted);
        Assert.Contains("limited to truck-*, van-7", await DeniedAsync(() => SendAsync("van-70", trucks)), StringComparison.Ordinal);
        Assert.Equal(2, (await PollAsync("billing", trucks)).Records.Count);
        Assert.Contains("limited to audit, billing", await DeniedAsync(() => PollAsync("trucks", trucks)), StringComparison.Ordinal);

        // Without the claims nothing, and with * everything.
        Assert.Contains("limited to none", await DeniedAsync(() => SendAsync("truck-1", Token(key, authority, "events"))), StringComparison.Ordinal);
        var all = Token(key, authority, "events", claims: new() { ["keys"] = "*", ["consumers"] = "*" });
        Assert.True((await SendAsync("van-70", all)).Accepted);
        Assert.Equal(3, (await PollAsync("trucks", all)).Records.Count);
        Assert.Contains("needs the scope 'events.write'; operator has 'events.read'.", await DeniedAsync(() => SendAsync("truck-1", Token(key, authority, "events.read"))), StringComparison.Ordinal);
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task A_certificate_opens_what_its_name_may()
    {
        using var files = TestCertificates.Create();
        using var server = await GeniusProcess.StartAsync(_folder.Path, new
        {
            Listen,
            Web = AnyPort,
            Certificate = files.ServerCertificateFile,
            CertificateKey = files.ServerKeyFile,
            ClientAuthorities = files.CaFile,
            Clients = new[] { new { Name = "client", Scopes = new[] { ApiScope.Rules, ApiScope.Events }, Keys = TruckKeys } },
        });
        await ListAsync(token: null, files, withCertificate: true);
        Assert.Contains("limited to truck-*", await DeniedAsync(() => SendAsync("van-1", token: null, files, withCertificate: true)), StringComparison.Ordinal);
        Assert.True((await SendAsync("truck-1", token: null, files, withCertificate: true)).Accepted);
        Assert.Equal(StatusCode.Unauthenticated, (await Assert.ThrowsAsync<RpcException>(() => ListAsync(token: null, files))).StatusCode);
        await GeniusProcess.EndAsync(server);
    }

    private static string Token(RsaSecurityKey key, string issuer, string scope, string audience = Audience, DateTime? expires = null, Dictionary<string, object>? claims = null) => new JsonWebTokenHandler().CreateToken(new SecurityTokenDescriptor
    {
        Issuer = issuer,
        Audience = audience,
        NotBefore = DateTime.UtcNow.AddHours(-1),
        Expires = expires ?? DateTime.UtcNow.AddMinutes(5),
        Claims = new Dictionary<string, object>(claims ?? []) { ["sub"] = "operator", ["scope"] = scope },
        SigningCredentials = new SigningCredentials(key, SecurityAlgorithms.RsaSha256),
    });

    private static async Task<WebApplication> StartIssuerAsync(RsaSecurityKey key)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRoutingCore();
        var issuer = builder.Build();
        issuer.MapGet(".well-known/openid-configuration", () => Results.Text(JsonSerializer.Serialize(new { issuer = issuer.Urls.Single(), jwks_uri = issuer.Urls.Single() + "/keys" }), "application/json"));
        var parameters = key.Rsa.ExportParameters(includePrivateParameters: false);
        var keys = new { keys = new[] { new { kty = "RSA", use = "sig", kid = key.KeyId, n = Base64UrlEncoder.Encode(parameters.Modulus!), e = Base64UrlEncoder.Encode(parameters.Exponent!) } } };
        issuer.MapGet("keys", () => Results.Text(JsonSerializer.Serialize(keys), "application/json"));
        await issuer.StartAsync();
        return issuer;
    }

    private async Task<StatusCode> RefusedAsync(string? token) => (await Assert.ThrowsAsync<RpcException>(() => ListAsync(token))).StatusCode;

    private static async Task<string> DeniedAsync(Func<Task> call)
    {
        var error = await Assert.ThrowsAsync<RpcException>(call);
        Assert.Equal(StatusCode.PermissionDenied, error.StatusCode);
        Assert.Equal("genie.genius", error.GetRpcStatus()!.GetDetail<Google.Rpc.ErrorInfo>()!.Domain);
        return error.Status.Detail;
    }

    private Task<ListRulesResponse> ListAsync(string? token, TestCertificates? files = null, bool withCertificate = false) =>
        CallAsync(async (channel, metadata) => await new GeniusRules.GeniusRulesClient(channel).ListRulesAsync(new ListRulesRequest(), metadata), token, files, withCertificate);

    private Task<Decision> SendAsync(string key, string? token, TestCertificates? files = null, bool withCertificate = false) => CallAsync(
        async (channel, metadata) => await new GeniusEvents.GeniusEventsClient(channel).ProcessOneAsync(new Event { Key = key, Sequence = 1, Kind = "moved", Time = Timestamp.FromDateTime(DateTime.UtcNow) }, metadata),
        token, files, withCertificate);

    private Task<PollResponse> PollAsync(string consumer, string? token) =>
        CallAsync(async (channel, metadata) => await new GeniusEvents.GeniusEventsClient(channel).EventPollAsync(new PollRequest { Consumer = consumer }, metadata), token);

    private async Task<T> CallAsync<T>(Func<GrpcChannel, Metadata, Task<T>> call, string? token, TestCertificates? files = null, bool withCertificate = false)
    {
        using var handler = new SocketsHttpHandler();
        if (files is not null) handler.SslOptions.RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate is X509Certificate2 shown && IsOf(files, shown);
        using var own = withCertificate ? X509Certificate2.CreateFromPemFile(files!.ClientCertificateFile, files.ClientKeyFile) : null;
        if (own is not null) handler.SslOptions.ClientCertificates = [own];
        using var channel = GrpcChannel.ForAddress($"{(files is null ? "http" : "https")}://127.0.0.1:{_port}", new GrpcChannelOptions { HttpHandler = handler });
        var metadata = new Metadata();
        if (token is not null) metadata.Add("authorization", "Bearer " + token);
        return await call(channel, metadata);
    }

    private static bool IsOf(TestCertificates files, X509Certificate2 shown)
    {
        using var chain = new X509Chain();
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.ImportFromPemFile(files.CaFile);
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        return chain.Build(shown);
    }
}
