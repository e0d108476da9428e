using System.Globalization;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>The server as the options describe it: makes the library's multiplexers and says what they promise.</summary>
internal sealed class RedisEndpoint
{
    /// <summary>The consumer group of every stream: each message goes to one of all listeners, so there is no second.</summary>
    public const string Group = "genie";

    private static readonly HashSet<string> SubscriptionCommands = ["SUBSCRIBE"];

    private readonly Dictionary<ServerAddress, ConfigurationOptions> _configurations;
    private string _server = "";

    public RedisEndpoint(RedisOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(options.TakeOverAfter, TimeSpan.Zero);
        Options = options;
        var url = options.Address;
        Link = options.LinkTo(RedisDrivers.Broker, url, url.Tls);
        var servers = options.ServersOf(RedisDrivers.Broker, url).Distinct().ToArray();
        _configurations = servers.ToDictionary(server => server, server => CreateConfiguration(url, server, options, options.ConnectTimeout / servers.Length));
    }

    public RedisOptions Options { get; }

    public LinkOptions Link { get; }

    /// <summary>Name and version; empty before the first connection.</summary>
    public string Server => Volatile.Read(ref _server);

    public IReadOnlyList<Confirmation> Confirmations => Options.Durable ? [Confirmation.Accepted, Confirmation.Persisted] : [Confirmation.Accepted];

    /// <summary>An answer of a message's size must fit too.</summary>
    public PayloadLimit Limit => PayloadLimit.OfMessage(RedisDrivers.Broker, Options.MaxMessageBytes, "redis.max-message-bytes");

    public string Remarks => string.Create(
        CultureInfo.InvariantCulture,
        $"XADD, XREADGROUP with BLOCK, {(Options.Durable ? "appendfsync=always, " : "")}taken over after {Options.TakeOverAfter.TotalSeconds:0.#} s");

    public RedisKey KeyOf(string channel) => Options.KeyPrefix + channel;

    /// <summary>
    /// A multiplexer that is connected to one server, of several to the first that takes writes. It is disposed when its link is lost, and another
    /// is made: what waited in it would otherwise be sent later, unknown to those who gave up on it.
    /// </summary>
    /// <param name="purpose">A word for the server's list of clients.</param>
    /// <param name="timeout">After this long without an answer a command fails.</param>
    /// <param name="use">What it is for.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    public async ValueTask<ConnectionMultiplexer> ConnectAsync(string purpose, TimeSpan timeout, LinkUse use, CancellationToken cancellationToken)
    {
        if (Link.Servers is not { } servers) return await ConnectAsync(new ServerAddress(Link.Host, Link.Port), purpose, timeout, use, cancellationToken).ConfigureAwait(false);
        Exception? failed = null;
        foreach (var server in servers.Candidates)
        {
            try
            {
                var link = await ConnectAsync(server, purpose, timeout, use, cancellationToken).ConfigureAwait(false);
                servers.Stay(server);
                return link;
            }
            catch (Exception error) when (error is not OperationCanceledException && RedisErrors.Translate(Link with { Host = server.Host, Port = server.Port }, error) is BrokerException { IsTransient: true } passing)
            {
                failed ??= passing;
            }
        }

        throw failed!;
    }

    private async ValueTask<ConnectionMultiplexer> ConnectAsync(ServerAddress server, string purpose, TimeSpan timeout, LinkUse use, CancellationToken cancellationToken)
    {
        var configuration = _configurations[server].Clone();
        configuration.ClientName = $"genie-{purpose}";
        configuration.AsyncTimeout = (int)Math.Min(timeout.TotalMilliseconds, int.MaxValue);
        if (use == LinkUse.Commands) configuration.CommandMap = CommandMap.Create(SubscriptionCommands, available: false);
        var connecting = ConnectionMultiplexer.ConnectAsync(configuration);
        using var watching = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            var loaded = LoadingWatch.WaitUntilLoadedAsync(Link with { Host = server.Host, Port = server.Port, Servers = null }, Options.Address.User, Options.Address.Password, watching.Token);
            if (await Task.WhenAny(connecting, loaded).WaitAsync(cancellationToken).ConfigureAwait(false) == loaded && await loaded.ConfigureAwait(false))
            {
                _ = DisposeLaterAsync(connecting);
                connecting = ConnectionMultiplexer.ConnectAsync(configuration);
            }

            var link = await connecting.WaitAsync(cancellationToken).ConfigureAwait(false);
            if (Link.Servers is not null && link.GetServers()[0].IsReplica)
            {
                await link.DisposeAsync().ConfigureAwait(false);
                throw new LinkLostException(RedisDrivers.Broker, $"{server} is a replica, which takes no writes");
            }

            Volatile.Write(ref _server, $"Redis {link.GetServers()[0].Version}");
            return link;
        }
        catch (OperationCanceledException)
        {
            _ = DisposeLaterAsync(connecting);
            throw;
        }
        finally
        {
            await watching.CancelAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Asks the server whether it keeps what <see cref="RedisOptions.Durable"/> promises.</summary>
    /// <exception cref="BrokerSettingException">It does not.</exception>
    public async ValueTask CheckDurableAsync(IDatabase database)
    {
        if (!Options.Durable) return;
        var appendOnly = await ReadSettingAsync(database, "appendonly").ConfigureAwait(false);
        var synchronisation = await ReadSettingAsync(database, "appendfsync").ConfigureAwait(false);
        if (appendOnly == "yes" && synchronisation == "always") return;
        throw new BrokerSettingException(
            $"{RedisDrivers.Broker}: '{RedisDrivers.Broker}.durable' needs a server with 'appendonly yes' and 'appendfsync always'; this one has '{appendOnly}' and '{synchronisation}'. "
            + "Set them in its redis.conf, or leave the setting off.");
    }

    private static async ValueTask<string> ReadSettingAsync(IDatabase database, string name)
    {
        var setting = await database.ExecuteAsync("CONFIG", "GET", name).ConfigureAwait(false);
        return setting.Length == 2 ? $"{setting[1]}" : "";
    }

    private static async Task DisposeLaterAsync(Task<ConnectionMultiplexer> connecting)
    {
        try
        {
            await (await connecting.ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // It did not connect: there is nothing to dispose, and nobody waits for the reason.
        }
    }

    private static ConfigurationOptions CreateConfiguration(BrokerUrl url, ServerAddress server, RedisOptions options, TimeSpan timeout)
    {
        var configuration = new ConfigurationOptions
        {
            EndPoints = { { server.Host, server.Port } },
            User = url.User.Length > 0 ? url.User : null,
            Password = url.Password,
            DefaultDatabase = DatabaseOf(url.Path),
            ConnectTimeout = (int)timeout.TotalMilliseconds,
            ConnectRetry = 1,
            AbortOnConnectFail = true,

            // The library counts CLIENT UNBLOCK, which ends a reader's wait, and CONFIG GET, which reports what the server keeps, as administration.
            AllowAdmin = true,
            BacklogPolicy = BacklogPolicy.FailFast,

            // Answers are read by their shape, which differs in the later protocol.
            Protocol = RedisProtocol.Resp2,

            // Neither of these is needed with one server, and each would cost a key or a subscription.
            ConfigurationChannel = "",
            TieBreaker = "",

            Ssl = url.Tls,
        };
        if (url.Tls) AddTls(configuration, server.Host, options);
        return configuration;
    }

    private static void AddTls(ConfigurationOptions configuration, string host, RedisOptions options)
    {
        var client = options.CreateTls().CreateClientOptions(RedisDrivers.Broker, host);
        configuration.SslClientAuthenticationOptions = _ => client;
    }

    private static int DatabaseOf(string path)
    {
        if (path.Length == 0) return 0;
        return int.TryParse(path, NumberStyles.None, CultureInfo.InvariantCulture, out var database)
            ? database
            : throw new BrokerSettingException($"{RedisDrivers.Broker}.url: the path is no number of a database. Write redis://host:port/0, or no path.");
    }
}
