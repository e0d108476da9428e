using System.Globalization;
using System.Net;
using Genie.Testing;

namespace Genie.Datagrams.Zones.EventStore.Tests.Killing;

/// <summary>A zone server in a process of its own.</summary>
internal sealed class ServerInProcess : IAsyncDisposable
{
    private readonly OtherProcess _process;

    private ServerInProcess(OtherProcess process, DatagramAddress address, string name) => (_process, Address, Name) = (process, address, name);

    public DatagramAddress Address { get; }

    public string Name { get; }

    public static async Task<ServerInProcess> StartAsync(string connectionString, string world)
    {
        var process = await OtherProcess.StartAsync(typeof(WorkerServer), WorkerServer.Ready, WorkerServer.Argument, connectionString, world);
        var said = (await process.Output.ReadLineAsync())!.Split(' ');
        return new ServerInProcess(process, DatagramAddress.From(new IPEndPoint(IPAddress.Loopback, int.Parse(said[0], CultureInfo.InvariantCulture))), said[1]);
    }

    /// <summary>SIGKILL.</summary>
    public Task KillAsync() => _process.KillAsync();

    public ValueTask DisposeAsync() => _process.DisposeAsync();
}
