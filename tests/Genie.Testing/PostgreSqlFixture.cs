using Genie.Servers;
using Xunit;

namespace Genie.Testing;

/// <summary>A PostgreSQL of the tests' own.</summary>
public sealed class PostgreSqlFixture : IAsyncLifetime
{
    private ServerUnderTest? _server;

    /// <summary>Why there is none, or null.</summary>
    public static string? WhyUnavailable => ServerUnderTest.WhyUnavailable("postgres", PostgresServer.IsInstalled);

    /// <summary>Leads to it.</summary>
    public string ConnectionString { get; private set; } = "";

    public async Task InitializeAsync()
    {
        if (WhyUnavailable is not null) return;
        _server = await ServerUnderTest.StartAsync("postgres", "postgres", (folder, port) => PostgresServer.StartAsync(folder, port, CancellationToken.None));
        ConnectionString = _server.Process is { } process ? PostgresServer.ConnectionString(process) : FromUrl(_server.Url);
    }

    public async Task DisposeAsync()
    {
        if (_server is not null) await _server.DisposeAsync();
    }

    private static string FromUrl(Uri url)
    {
        var user = url.UserInfo.Split(':');
        return $"Host={url.Host};Port={url.Port};Username={user[0]};Password={user.ElementAtOrDefault(1)};Database={url.AbsolutePath.Trim('/')}";
    }
}
