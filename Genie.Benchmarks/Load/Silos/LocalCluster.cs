using Genie.Benchmarks.Commands;
using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>Silos on this machine that stay when the program which started them has ended, each in a folder of its own below that of all servers.</summary>
internal static class LocalCluster
{
    /// <summary>Its name in the command line.</summary>
    public const string Name = "orleans";

    private const string FolderPrefix = "silo-";
    private const string Log = "server.log";
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(2);

    private static string Root => Path.Combine(ServerFolders.Root, Name);

    /// <summary>What each silo that runs said when it was ready.</summary>
    public static IReadOnlyList<string> Running => [.. Folders().Where(IsAlive).Select(ReadyLine)];

    /// <summary>Starts silos, the first one before the others; when the task completes, all host grains.</summary>
    /// <param name="silos">Their ports and cluster.</param>
    /// <param name="workload">Their store and maps.</param>
    /// <param name="cancellationToken">Abandons it; what was started is ended.</param>
    /// <exception cref="ServerException">One did not start, or others run already.</exception>
    public static async Task StartAsync(IReadOnlyList<SiloChoice> silos, WorkloadChoice workload, CancellationToken cancellationToken)
    {
        try
        {
            await StartAsync(silos[0], 0, workload, cancellationToken).ConfigureAwait(false);
            await Task.WhenAll(silos.Skip(1).Select((silo, i) => StartAsync(silo, i + 1, workload, cancellationToken))).ConfigureAwait(false);
        }
        catch
        {
            await EndAsync(CancellationToken.None).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Ends them, the first one last; each hands its grains over. Also those of a program that crashed since.</summary>
    /// <returns>How many ran.</returns>
    public static async Task<int> EndAsync(CancellationToken cancellationToken)
    {
        var ended = 0;
        foreach (var folder in Folders().Reverse())
        {
            if (await ServerStopper.EndProcessAsync(folder, cancellationToken).ConfigureAwait(false)) ended++;
            Directory.Delete(folder, recursive: true);
        }

        return ended;
    }

    private static async Task StartAsync(SiloChoice silo, int index, WorkloadChoice workload, CancellationToken cancellationToken)
    {
        ServerFolders.CreateRoot();
        var folder = Path.Combine(Root, $"{FolderPrefix}{index + 1:00}");
        ServerFolders.CreatePrivate(folder);
        var start = OwnProgram.StartInfo(typeof(LocalCluster).Assembly, SiloArguments.Of(silo, workload));
        var ready = SiloCommand.Ready(silo.ClusterId, silo.Address.ToString(), silo.SiloPort, silo.GatewayPort);
        await ServerProcess.StartAsync(
            new ServerCommand
            {
                Name = $"silo {index + 1}",
                FileName = start.FileName,
                Arguments = [.. start.ArgumentList],
                Environment = SiloArguments.Environment(silo, workload).ToDictionary(),
                Folder = folder,
                Port = 0,
                IsUp = _ => ReadLog(folder).Contains(ready),
                StartTimeout = StartTimeout,
            },
            cancellationToken).ConfigureAwait(false);
    }

    private static IEnumerable<string> Folders() => Directory.Exists(Root) ? Directory.EnumerateDirectories(Root, $"{FolderPrefix}*").Order(StringComparer.Ordinal) : [];

    private static bool IsAlive(string folder) => ProcessIdentity.Read(folder) is { IsAlive: true };

    private static string ReadyLine(string folder) => ReadLog(folder).LastOrDefault(SiloCommand.IsReady) ?? $"{Path.GetFileName(folder)}: not ready yet";

    private static string[] ReadLog(string folder)
    {
        var log = Path.Combine(folder, Log);
        if (!File.Exists(log)) return [];
        using var reader = new StreamReader(new FileStream(log, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        return reader.ReadToEnd().Split('\n');
    }
}
