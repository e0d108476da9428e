using Genie.Benchmarks.Load.Effects;
using Genie.EventStore.PostgreSql;
using Genie.Grains;
using Genie.Servers;
using Genie.Workload;
using Npgsql;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>A cluster, its database and a client: what faults of one sort happen to, one after the other.</summary>
internal sealed class SiloArena : IAsyncDisposable
{
    private readonly SiloClient _client;

    private SiloArena(SiloSetting setting, WorkloadChoice workload, SiloCluster cluster, SiloClient client) =>
        (Setting, Workload, Cluster, _client) = (setting, workload, cluster, client);

    /// <summary>What the faults need.</summary>
    public SiloSetting Setting { get; }

    /// <summary>Store and maps of the silos.</summary>
    public WorkloadChoice Workload { get; }

    /// <summary>The silos.</summary>
    public SiloCluster Cluster { get; }

    /// <summary>The parties' grains.</summary>
    public IGrainKind<Genie.Workload.Grains.PartyCommand, ReadOnlyMemory<byte>> Parties => _client.Parties;

    /// <summary>Starts the silos, in a new database if the setting asks for it, and connects.</summary>
    /// <exception cref="GrainException">The cluster did not come up.</exception>
    public static async Task<SiloArena> StartAsync(SiloFaultPlan plan, SiloSetting setting, CancellationToken cancellationToken)
    {
        if (setting == SiloSetting.Divisible && !ProcessSockets.AreKnown) throw new GrainException("A silo is cut off by the connections of its process, which only Linux tells. Leave the fault 'partition' out.", isTransient: false);
        var database = PostgresServer.ConnectionString(plan.Postgres.Process);
        if (setting == SiloSetting.OlderRelease) database = await CreateDatabaseAsync(database, cancellationToken).ConfigureAwait(false);

        // Each silo has the store's connections and the members', and while all are replaced there is one more.
        var workload = new WorkloadChoice { Stages = Stages.Grains, Store = StoreKinds.Postgres, Database = database }.Among(2 * (plan.Silos + 2));
        var common = SiloCluster.Common(workload.Database!, plan.ProbeTimeout, plan.TableInterval);
        var cluster = new SiloCluster(
            workload,
            setting == SiloSetting.OlderRelease ? common with { EventVersionMax = 1 } : common,
            setting == SiloSetting.Divisible ? new SiloLinks() : null);
        try
        {
            await (await OpenStoreAsync(workload, cancellationToken).ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
            await cluster.StartManyAsync(plan.Silos, cancellationToken).ConfigureAwait(false);
            var client = await SiloClient.ConnectAsync([cluster.All[0].Choice], plan.ResponseTimeout, plan.GatewayRefresh, cancellationToken).ConfigureAwait(false);
            return new SiloArena(setting, workload, cluster, client);
        }
        catch
        {
            await cluster.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The events; opened anew each time, as links from before a fault of the database are broken.</summary>
    public Task<PostgreSqlEventStore> OpenStoreAsync(CancellationToken cancellationToken) => OpenStoreAsync(Workload, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        await Cluster.DisposeAsync().ConfigureAwait(false);
    }

    private static Task<PostgreSqlEventStore> OpenStoreAsync(WorkloadChoice workload, CancellationToken cancellationToken) =>
        PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = workload.Database! }, cancellationToken);

    // An older release knows nothing of what a newer one wrote in a round before.
    private static async Task<string> CreateDatabaseAsync(string connectionString, CancellationToken cancellationToken)
    {
        var name = $"genie_{Guid.NewGuid():N}";
        await using var connection = new NpgsqlConnection(new NpgsqlConnectionStringBuilder(connectionString) { Pooling = false }.ConnectionString);
        await connection.OpenAsync(cancellationToken).ConfigureAwait(false);
        await using var create = new NpgsqlCommand($"CREATE DATABASE {name}", connection);
        await create.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        return new NpgsqlConnectionStringBuilder(connectionString) { Database = name }.ConnectionString;
    }
}
