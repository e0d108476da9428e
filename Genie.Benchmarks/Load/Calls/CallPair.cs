using Genie.Benchmarks.Commands.Calls;
using Genie.Benchmarks.Load.Control;
using Genie.Brokers;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>A server's process and a client's process of one system, and the network between them: none, a proxy, or a path of packets between two networks of their own.</summary>
internal sealed class CallPair : IAsyncDisposable
{
    private readonly ChildProgram _server;
    private readonly ChildProgram _client;
    private readonly PacketPath? _path;
    private CallAddress _address = new("", 0, []);
    private IFaultProxy? _proxy;

    private CallPair(CallSystem system, PacketPath? path)
    {
        System = system;
        _path = path;
        _server = In(path?.Servers, () => ChildProgram.StartSelf(
            $"{system.Name} server", [CallsCommand.Name, system.Name, CallsCommand.ServeOption, .. path is null ? (string[])[] : [CallsCommand.AddressOption, $"{PacketPath.ServerAddress}"]]));
        _client = In(path?.Clients, () => ChildProgram.StartSelf($"{system.Name} client", CallsCommand.Name, system.Name));
    }

    /// <summary>Which.</summary>
    public CallSystem System { get; }

    /// <summary>Starts both processes and connects them.</summary>
    /// <param name="system">Which.</param>
    /// <param name="path">The path between them, which is the pair's from now on; null for none, where they share the machine's network.</param>
    /// <param name="cancellationToken">Ends early.</param>
    /// <exception cref="BrokerException">One of them ended, or the client found no way to the server.</exception>
    public static async Task<CallPair> StartAsync(CallSystem system, PacketPath? path, CancellationToken cancellationToken)
    {
        var pair = new CallPair(system, path);
        try
        {
            pair._address = (await ReceiveAsync(pair._server, cancellationToken).ConfigureAwait(false)).Address!;
            await pair.ConnectAsync(null, 0, cancellationToken).ConfigureAwait(false);
            return pair;
        }
        catch
        {
            await pair.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Connects anew, through a network, or none for null.</summary>
    public async Task ConnectAsync(NetworkProfile? network, int seed, CancellationToken cancellationToken)
    {
        var before = _proxy;
        _proxy = network is null || _path is not null ? null : StartProxy(new FaultProxyOptions { Profile = network, Seed = seed });
        if (_path is not null) _path.Profile = network ?? NetworkProfile.Loopback;
        var address = _proxy is null ? _address : _address with { Port = _proxy.EndPoint.Port };
        await AskAsync(_client, new CallOrder { Connect = address }, cancellationToken).ConfigureAwait(false);
        if (before is not null) await before.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Makes calls.</summary>
    /// <exception cref="BrokerException">One failed; the message has the library's own words.</exception>
    public async Task<CallTurn> RunAsync(CallBatch batch, CancellationToken cancellationToken)
    {
        var before = (await AskAsync(_server, new CallOrder(), cancellationToken).ConfigureAwait(false)).Usage!;
        var made = await AskAsync(_client, new CallOrder { Run = batch }, cancellationToken).ConfigureAwait(false);
        var after = (await AskAsync(_server, new CallOrder(), cancellationToken).ConfigureAwait(false)).Usage!;
        return new CallTurn(made.Times!, made.Usage!, new CallUsage(after.CpuMicroseconds - before.CpuMicroseconds, after.AllocatedBytes - before.AllocatedBytes));
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        await _server.DisposeAsync().ConfigureAwait(false);
        if (_proxy is not null) await _proxy.DisposeAsync().ConfigureAwait(false);
        if (_path is not null) await _path.DisposeAsync().ConfigureAwait(false);
    }

    private static ChildProgram In(NetworkNamespace? network, Func<ChildProgram> start) => network is null ? start() : network.Run(start);

    private IFaultProxy StartProxy(FaultProxyOptions options) => System.IsUdp ? UdpFaultProxy.Start(_address.Port, options) : TcpFaultProxy.Start(_address.Port, options);

    private static async Task<CallReport> AskAsync(ChildProgram child, CallOrder order, CancellationToken cancellationToken)
    {
        try
        {
            await child.Channel.SendAsync(order, CallJsonContext.Default.CallOrder, cancellationToken).ConfigureAwait(false);
        }
        catch (IOException)
        {
            // It has ended, which the answer says.
        }

        return await ReceiveAsync(child, cancellationToken).ConfigureAwait(false);
    }

    private static async Task<CallReport> ReceiveAsync(ChildProgram child, CancellationToken cancellationToken)
    {
        var report = await child.Channel.ReceiveAsync(CallJsonContext.Default.CallReport, cancellationToken).ConfigureAwait(false)
            ?? throw new BrokerException(await child.Ended.ConfigureAwait(false), isTransient: false);
        return report.Error is null ? report : throw new BrokerException(report.Error, isTransient: false);
    }
}
