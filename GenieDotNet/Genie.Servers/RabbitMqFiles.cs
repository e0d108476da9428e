using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Genie.Servers;

/// <summary>The files that a node of one's own reads when it starts.</summary>
internal static class RabbitMqFiles
{
    public const string Configuration = "rabbitmq.conf";
    public const string Plugins = "enabled_plugins";
    private const string Definitions = "definitions.json";
    private const string Cookie = ".erlang.cookie";
    private const int SaltBytes = 4;

    public static void Write(string folder, int port, RabbitMqSettings settings)
    {
        Directory.CreateDirectory(folder);
        var cookie = Path.Combine(folder, Cookie);
        if (!File.Exists(cookie))
        {
            File.WriteAllText(cookie, Convert.ToHexString(RandomNumberGenerator.GetBytes(20)));

            // Erlang refuses a cookie that others could read.
            if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(cookie, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        var definitions = Path.Combine(folder, Definitions);
        File.WriteAllText(Path.Combine(folder, Plugins), "[].\n");
        File.WriteAllText(definitions, DefinitionsOf(settings));
        File.WriteAllText(Path.Combine(folder, Configuration), ConfigurationOf(port, definitions, settings));
    }

    private static string ConfigurationOf(int port, string definitions, RabbitMqSettings settings)
    {
        var lines = new StringBuilder();
        lines.AppendLine($"listeners.tcp.1 = 127.0.0.1:{port}").AppendLine($"load_definitions = {definitions}");
        if (settings.TlsPort is { } tlsPort)
        {
            lines.AppendLine($"listeners.ssl.1 = 127.0.0.1:{tlsPort}")
                .AppendLine($"ssl_options.certfile = {settings.TlsCertificateFile}")
                .AppendLine($"ssl_options.keyfile = {settings.TlsKeyFile}");
            if (settings.TlsClientCaFile.Length > 0)
            {
                lines.AppendLine($"ssl_options.cacertfile = {settings.TlsClientCaFile}")
                    .AppendLine("ssl_options.verify = verify_peer")
                    .AppendLine("ssl_options.fail_if_no_peer_cert = true");
            }
        }

        return lines.AppendLine(settings.Configuration).ToString();
    }

    /// <summary>Users in the format that the node imports when it starts.</summary>
    private static string DefinitionsOf(RabbitMqSettings settings) => JsonSerializer.Serialize(new
    {
        users = settings.Users.Select(user => new
        {
            name = user.Key,
            password_hash = Hash(user.Value),
            hashing_algorithm = "rabbit_password_hashing_sha256",
            tags = "administrator",
        }),
        vhosts = new[] { new { name = "/" } },
        permissions = settings.Users.Keys.Select(user => new { user, vhost = "/", configure = ".*", write = ".*", read = ".*" }),
    });

    /// <summary>Base64 of salt and SHA-256 of salt and password: see "Credentials and Passwords" in RabbitMQ's documentation.</summary>
    private static string Hash(string password)
    {
        var salt = RandomNumberGenerator.GetBytes(SaltBytes);
        return Convert.ToBase64String([.. salt, .. SHA256.HashData([.. salt, .. Encoding.UTF8.GetBytes(password)])]);
    }
}
