using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Pulsar.Tests.Servers;

/// <summary>A server that asks for a token on both of its ports, and speaks TLS on the second.</summary>
public sealed class SecuredServer : IAsyncDisposable
{
    private readonly OwnServer _server;
    private readonly byte[] _secret;

    private SecuredServer(OwnServer server, TestCertificates certificates, byte[] secret, int tlsPort)
    {
        _server = server;
        _secret = secret;
        Certificates = certificates;
        TlsPort = tlsPort;
    }

    public int Port => _server.Process.Port;

    public int TlsPort { get; }

    public TestCertificates Certificates { get; }

    /// <summary>The one that may do everything.</summary>
    public string Token => TokenOf(_secret, "genie");

    /// <summary>A token of a user who was given nothing.</summary>
    public string StrangersToken => TokenOf(_secret, "stranger");

    public static async Task<SecuredServer> StartAsync()
    {
        var certificates = TestCertificates.Create();
        var secret = RandomNumberGenerator.GetBytes(32);
        var tlsPort = Ports.PickFree();
        var server = await OwnServer.StartAsync("test-pulsar-secured", async (folder, port) =>
        {
            var secretFile = Path.Combine(folder, "secret");
            await File.WriteAllBytesAsync(secretFile, secret);
            return await PulsarServer.StartAsync(folder, port, Ports.PickFree(), new Dictionary<string, string>
            {
                ["TOKEN_SECRET"] = secretFile,
                ["TOKEN"] = TokenOf(secret, "genie"),
                ["TLS_PORT"] = $"{tlsPort}",
                ["TLS_CERT"] = certificates.ServerCertificateFile,
                ["TLS_KEY"] = certificates.ServerKeyFile,
            });
        });
        return new SecuredServer(server, certificates, secret, tlsPort);
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        Certificates.Dispose();
    }

    /// <summary>A JWT of that subject, signed with HS256 (RFC 7519).</summary>
    private static string TokenOf(byte[] secret, string subject)
    {
        var text = $"{Encode("{\"alg\":\"HS256\"}"u8)}.{Encode(Encoding.UTF8.GetBytes($"{{\"sub\":\"{subject}\"}}"))}";
        return $"{text}.{Encode(HMACSHA256.HashData(secret, Encoding.ASCII.GetBytes(text)))}";
    }

    private static string Encode(ReadOnlySpan<byte> bytes) => Base64Url.EncodeToString(bytes);
}
