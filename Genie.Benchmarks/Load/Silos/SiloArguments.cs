using System.Globalization;
using Genie.Benchmarks.Commands.Maps;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>How <c>genie silo</c> is told what to be.</summary>
internal static class SiloArguments
{
    /// <summary>Ends a silo when its standard input does: with the program that started it, however that ends.</summary>
    public const string UntilInputEnds = "--until-input-ends";

    /// <summary>The variable that leads to the database of members.</summary>
    public const string ConnectionVariable = "GENIE_CLUSTERING_CONNECTION";

    /// <summary>The command and its options; the databases stand in its variables.</summary>
    public static IEnumerable<string> Of(SiloChoice choice, WorkloadChoice workload)
    {
        yield return "silo";
        foreach (var (name, value) in Options(choice, workload))
        {
            yield return name;
            yield return value;
        }
    }

    /// <summary>Variables: a connection string may hold a password, which no list of processes is to show.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Environment(WorkloadChoice workload)
    {
        if (workload.Database is { } database) yield return new(MapPlaces.DatabaseVariable, database);
    }

    /// <summary>Variables of a silo; what its parent has for itself is not passed on.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Environment(SiloChoice choice, WorkloadChoice workload) =>
        Environment(workload).Append(new(ConnectionVariable, choice.Connection == workload.Database ? "" : choice.Connection));

    private static IEnumerable<(string Name, string Value)> Options(SiloChoice choice, WorkloadChoice workload)
    {
        yield return ("--clustering", choice.Clustering);
        if (choice.PrimaryPort is { } primary) yield return ("--primary-port", Text(primary));
        yield return ("--silo-port", Text(choice.SiloPort));
        if (choice.SiloListenPort is { } listen) yield return ("--silo-listen-port", Text(listen));
        yield return ("--gateway-port", Text(choice.GatewayPort));
        yield return ("--address", choice.Address.ToString());
        yield return ("--cluster-id", choice.ClusterId);
        yield return ("--service-id", choice.ServiceId);
        yield return ("--probe-timeout", Text(choice.ProbeTimeout));
        yield return ("--alive-interval", Text(choice.AliveInterval));
        yield return ("--table-refresh", Text(choice.TableRefresh));
        if (choice.DashboardPort is { } dashboard) yield return ("--dashboard", Text(dashboard));
        yield return ("--event-version", Text(choice.EventVersion));
        yield return ("--event-version-max", Text(choice.EventVersionMax));
        yield return ("--geocoder", workload.Geocoder);
        if (workload.DatabaseFile is { } file) yield return ("--duckdb", file);
        yield return ("--store", workload.Store);
        if (workload.StoreFolder is { } folder) yield return ("--store-folder", folder);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Text(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0}ms");
}
