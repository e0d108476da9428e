using System.Collections.Concurrent;
using System.Security.Cryptography.X509Certificates;
using Genie.Testing;
using Grpc.Core;

namespace Genie.Extensions.Genius.Client.Tests;

/// <summary>Who the server takes the client for.</summary>
public sealed class CredentialTests
{
    [Fact]
    public void The_text_of_options_has_the_address_and_no_key() =>
        Assert.Equal("GeniusClientOptions { Address = https://host:5001 }", new GeniusClientOptions { Address = new Uri("https://u:secret@host:5001/?key=secret"), ApiKey = "secret" }.ToString());

    [Fact]
    public async Task An_api_key_and_a_token_go_with_every_call_and_a_token_is_asked_for_each_time()
    {
        var seen = new ConcurrentQueue<string>();
        await using var server = new RestartedServer
        {
            Around = (context, next) =>
            {
                seen.Enqueue($"{context.Request.Headers.Authorization}");
                return next(context);
            },
        };
        await server.StartAsync();
        using (var client = new GeniusClient(new GeniusClientOptions { Address = server.Address, ApiKey = "secret" })) await client.Rules.PutAsync("a", "true");
        var tokens = 0;
        using (var client = new GeniusClient(new GeniusClientOptions { Address = server.Address, Token = _ => ValueTask.FromResult($"t{++tokens}") }))
        {
            await client.Rules.PutAsync("b", "true");
            Assert.Equal(2, await client.Rules.ListAsync().CountAsync());
        }

        Assert.Equal(["Bearer secret", "Bearer t1", "Bearer t2"], seen);
    }

    [Fact]
    public async Task A_client_certificate_is_shown_and_the_server_s_is_checked_by_the_roots()
    {
        using var files = TestCertificates.Create();
        using var root = X509CertificateLoader.LoadCertificateFromFile(files.CaFile);
        using var own = X509Certificate2.CreateFromPemFile(files.ClientCertificateFile, files.ClientKeyFile);
        using var theirs = X509Certificate2.CreateFromPemFile(files.ServerCertificateFile, files.ServerKeyFile);
        string? subject = null;
        await using var server = new RestartedServer
        {
            Certificate = theirs,
            ClientAuthorities = [root],
            Around = (context, next) =>
            {
                subject = context.Connection.ClientCertificate?.Subject;
                return next(context);
            },
        };
        await server.StartAsync();
        using (var client = new GeniusClient(new GeniusClientOptions { Address = server.Address, ClientCertificate = own, TrustedRoots = [root] })) await client.Rules.PutAsync("a", "true");
        Assert.Equal("CN=client", subject);
        using var stranger = new GeniusClient(new GeniusClientOptions { Address = server.Address, ClientCertificate = own });

        // No later attempt would end otherwise: not even a subscription goes on.
        foreach (var attempt in (Func<Task>[])[() => stranger.Rules.PutAsync("a", "true"), () => stranger.SendAsync(new Messages.Event()), async () => await stranger.SubscribeAsync(new FactSubscription(), default).GetAsyncEnumerator().MoveNextAsync()])
        {
            var refused = await Assert.ThrowsAsync<GeniusClientException>(attempt);
            Assert.False(refused.IsTransient);
            Assert.Contains(nameof(GeniusClientOptions.TrustedRoots), refused.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Who_is_not_let_in_is_told_so_at_once()
    {
        await using var server = new RestartedServer
        {
            Around = static (context, _) =>
            {
                context.Response.StatusCode = context.Request.Headers.Authorization.Count == 0 ? 401 : 403;
                return Task.CompletedTask;
            },
        };
        await server.StartAsync();
        using var unknown = new GeniusClient(new GeniusClientOptions { Address = server.Address });
        using var limited = new GeniusClient(new GeniusClientOptions { Address = server.Address, ApiKey = "k" });
        Assert.Equal(StatusCode.Unauthenticated, (await Assert.ThrowsAsync<AccessDeniedException>(() => unknown.SendAsync(new Messages.Event()))).Code);
        Assert.Equal(StatusCode.PermissionDenied, (await Assert.ThrowsAsync<AccessDeniedException>(() => limited.SendAsync(new Messages.Event()))).Code);
    }
}
