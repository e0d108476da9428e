using System.Globalization;
using System.Net;
using Genie.Benchmarks.Load.Control;
using Genie.Datagrams;
using Genie.Datagrams.Zones;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>The process of a zone server.</summary>
internal sealed class ZoneServerProcess : ReadyProcess
{
    /// <summary>The command that serves.</summary>
    public const string CommandName = "zone-server";

    /// <summary>Its options.</summary>
    public const string NumberOption = "--number";

    /// <inheritdoc cref="NumberOption"/>
    public const string PortOption = "--port";

    /// <inheritdoc cref="NumberOption"/>
    public const string SideOption = "--side";

    /// <inheritdoc cref="NumberOption"/>
    public const string WorldOption = "--world";

    /// <summary>The variable that leads to the database: a connection string may hold a password, which no list of processes is to show.</summary>
    public const string ConnectionVariable = "GENIE_ZONES_CONNECTION";

    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(2);

    private readonly ChildProgram _child;

    private ZoneServerProcess(ChildProgram child, int number)
        : base(child, static (message, isTransient, _) => new ZoneException(message, isTransient)) => (_child, Number) = (child, number);

    /// <summary>Its number.</summary>
    public int Number { get; }

    /// <summary>Its name in the directory.</summary>
    public string Name => ZoneServerHost.NameOf(Number);

    /// <summary>Where it listens, on loopback.</summary>
    public int Port { get; private set; }

    /// <summary>The same, for clients.</summary>
    public DatagramAddress Address => DatagramAddress.From(new IPEndPoint(IPAddress.Loopback, Port));

    /// <summary>Starts one; when the task completes, it serves.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="port">Where it listens; 0 takes a free one.</param>
    /// <param name="world">Side and name of the world.</param>
    /// <param name="connection">The database.</param>
    /// <param name="report">Gets what it tells, also while it starts.</param>
    /// <param name="cancellationToken">Abandons it; it is ended.</param>
    /// <exception cref="ZoneException">It ended before, or took too long.</exception>
    public static async Task<ZoneServerProcess> StartAsync(
        int number, int port, (int Side, string Name) world, string connection, Action<int, ZoneServerReport> report, CancellationToken cancellationToken)
    {
        string[] arguments = ["crash", CommandName, NumberOption, Text(number), PortOption, Text(port), SideOption, Text(world.Side), WorldOption, world.Name];
        var start = OwnProgram.StartInfo(typeof(ZoneServerProcess).Assembly, arguments);
        start.Environment[ConnectionVariable] = connection;
        var process = new ZoneServerProcess(ChildProgram.Start("zone server", start), number);
        try
        {
            var first = await process.ReceiveAsync(cancellationToken).WaitAsync(StartTimeout, cancellationToken).ConfigureAwait(false);
            if (first is null) throw new ZoneException(await process.Ended.WaitAsync(cancellationToken).ConfigureAwait(false), isTransient: false);
            process.Port = first.Port;
            report(number, first);
            _ = process.ListenAsync(report);
            return process;
        }
        catch (Exception error)
        {
            await process.DisposeAsync().ConfigureAwait(false);
            if (error is not TimeoutException) throw;
            throw new ZoneException($"A zone server was not ready within {StartTimeout.TotalMinutes:0} minutes. Fewer --servers may fit this machine.", isTransient: true);
        }
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private Task<ZoneServerReport?> ReceiveAsync(CancellationToken cancellationToken) => _child.Channel.ReceiveAsync(ZoneServerJsonContext.Default.ZoneServerReport, cancellationToken);

    private async Task ListenAsync(Action<int, ZoneServerReport> report)
    {
        try
        {
            while (await ReceiveAsync(CancellationToken.None).ConfigureAwait(false) is { } next) report(Number, next);
        }
        catch (Exception error) when (error is IOException or InvalidDataException or ObjectDisposedException)
        {
            // It was killed, in the middle of a line perhaps: what it has told before counts.
        }
    }
}
