using System.Security.Cryptography;
using System.Text;

namespace Genie.Servers;

/// <summary>A mosquitto of one's own, set up to drop nothing and to send at once.</summary>
public static class MosquittoServer
{
    /// <summary>The standard port of MQTT.</summary>
    public const int StandardPort = 1883;

    private const int SaltBytes = 12;
    private const int HashBytes = 64;
    private const int HashRounds = 101;

    /// <summary>True if the program is installed (Debian: package <c>mosquitto</c>).</summary>
    public static bool IsInstalled => Executables.Find("mosquitto") is not null;

    /// <summary>Starts one that listens on 127.0.0.1 only.</summary>
    /// <param name="folder">A private folder.</param>
    /// <param name="port">The port.</param>
    /// <param name="settings">Users, TLS and further configuration, or null.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static Task<ServerProcess> StartAsync(string folder, int port, MosquittoSettings? settings, CancellationToken cancellationToken)
    {
        folder = Path.GetFullPath(folder);
        Directory.CreateDirectory(folder);
        settings ??= new MosquittoSettings();
        var passwords = Path.Combine(folder, "passwords");
        File.WriteAllLines(passwords, settings.Users.Select(user => $"{user.Key}:{Hash(user.Value)}"));
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(passwords, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var configuration = Path.Combine(folder, "mosquitto.conf");
        File.WriteAllText(configuration, ConfigurationOf(port, passwords, settings));
        return ServerProcess.StartAsync(
            new ServerCommand
            {
                Name = "mqtt",
                FileName = Executables.Find("mosquitto") ?? throw new ServerException("mosquitto is not installed. On Debian: apt-get install mosquitto, or './genie up mqtt --install'."),
                Arguments = ["-c", configuration],
                Folder = folder,
                Port = port,
                FurtherPorts = settings.TlsPort is { } tlsPort ? [tlsPort] : [],
            },
            cancellationToken);
    }

    private static string ConfigurationOf(int port, string passwords, MosquittoSettings settings)
    {
        var lines = new StringBuilder();

        // Started by root it would become a user who cannot read the folder. The limits: 0 is none, so that nothing is
        // dropped; how much is under way is the clients' receive maximum.
        lines.AppendLine("user root")
            .AppendLine("log_dest stdout")
            .AppendLine("log_type error").AppendLine("log_type warning").AppendLine("log_type notice")
            .AppendLine("persistence false")
            .AppendLine("max_inflight_messages 0")
            .AppendLine("max_queued_messages 0")
            .AppendLine("max_queued_bytes 0")
            .AppendLine($"set_tcp_nodelay {(settings.NoDelay ? "true" : "false")}");
        lines.AppendLine(settings.Users.Count == 0 ? "allow_anonymous true" : $"allow_anonymous false\npassword_file {passwords}");
        lines.AppendLine(settings.Configuration);
        lines.AppendLine($"listener {port} 127.0.0.1");
        if (settings.TlsPort is { } tlsPort)
        {
            lines.AppendLine($"listener {tlsPort} 127.0.0.1")
                .AppendLine($"certfile {settings.TlsCertificateFile}")
                .AppendLine($"keyfile {settings.TlsKeyFile}");
        }

        return lines.ToString();
    }

    /// <summary>As mosquitto_passwd makes it: PBKDF2 with HMAC-SHA-512.</summary>
    private static string Hash(string password)
    {
        var salt = RandomNumberGenerator.GetBytes(SaltBytes);
        var hash = Rfc2898DeriveBytes.Pbkdf2(Encoding.UTF8.GetBytes(password), salt, HashRounds, HashAlgorithmName.SHA512, HashBytes);
        return $"$7${HashRounds}${Convert.ToBase64String(salt)}${Convert.ToBase64String(hash)}";
    }
}
