using System.Net;

namespace Genie.Faults;

/// <summary>
/// Two networks of this machine with a path between them that delays, loses, doubles and reorders single IPv4 packets: TCP's segments as well as datagrams, below both, so that retransmission
/// and congestion control of the kernel's and of QUIC's have to do with it. Processes that are started in <see cref="Clients"/> find those in <see cref="Servers"/> at
/// <see cref="ServerAddress"/>, and nobody else.
/// </summary>
/// <remarks>
/// Each side is a <see cref="NetworkNamespace"/> with a TUN device, whose packets this process carries over. Nothing of the machine's own network is touched, and all of it is gone
/// when the processes are, also when they were killed. It takes Linux, and the right to administer the network (root, CAP_NET_ADMIN and CAP_SYS_ADMIN).
/// </remarks>
public sealed class PacketPath : IAsyncDisposable
{
    private readonly CancellationTokenSource _ending = new();
    private readonly FaultCounter _counter = new();
    private readonly TunDevice _clientDevice;
    private readonly TunDevice _serverDevice;
    private readonly Task _carrying;
    private volatile NetworkProfile _profile;

    private PacketPath(NetworkNamespace clients, NetworkNamespace servers, TunDevice clientDevice, TunDevice serverDevice, PacketPathOptions options)
    {
        (Clients, Servers, _clientDevice, _serverDevice) = (clients, servers, clientDevice, serverDevice);
        _profile = options.Profile;
        var seeds = new FaultProxyOptions { Seed = options.Seed };
        _carrying = Task.WhenAll(
            CarryAsync(clientDevice, new DatagramPump(serverDevice.WriteAsync, Counted.BytesToServer, _counter, options.Time, seeds.RandomOf(0, FaultDirections.ToServer), TunDevice.HeaderBytes)),
            CarryAsync(serverDevice, new DatagramPump(clientDevice.WriteAsync, Counted.BytesToClient, _counter, options.Time, seeds.RandomOf(0, FaultDirections.ToClient), TunDevice.HeaderBytes)));
    }

    /// <summary>The address at which servers are found, in a network of private use (RFC 1918) that is nowhere but here.</summary>
    public static IPAddress ServerAddress { get; } = new([10, 98, 0, 2]);

    /// <summary>The clients' address.</summary>
    public static IPAddress ClientAddress { get; } = new([10, 98, 0, 1]);

    /// <summary>The clients' side.</summary>
    public NetworkNamespace Clients { get; }

    /// <summary>The servers' side.</summary>
    public NetworkNamespace Servers { get; }

    /// <summary>The network; what is under way arrives as it would have.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A time is negative, or a share is not between 0 and 1.</exception>
    public NetworkProfile Profile
    {
        get => _profile;
        set => _profile = value.Checked();
    }

    /// <summary>What it did so far: of packets, in the numbers of datagrams, their headers counted in the bytes.</summary>
    public FaultCounts Counts => _counter.Take();

    /// <summary>Makes one.</summary>
    /// <exception cref="IOException">It cannot be made: not as this user, or not on this system.</exception>
    public static PacketPath Create(PacketPathOptions? options = null)
    {
        options ??= new PacketPathOptions();
        options.Profile.Checked();
        List<IDisposable> made = [];
        try
        {
            var (clients, clientDevice) = Side(ClientAddress, options, made);
            var (servers, serverDevice) = Side(ServerAddress, options, made);
            return new PacketPath(clients, servers, clientDevice, serverDevice, options);
        }
        catch (Exception error)
        {
            foreach (var one in made) one.Dispose();
            if (error is UnauthorizedAccessException) throw new IOException($"/dev/net/tun: {error.Message}", error);
            throw;
        }
    }

    /// <summary>Why none can be made here; null where one can.</summary>
    public static string? WhyUnavailable()
    {
        List<IDisposable> made = [];
        try
        {
            Side(ClientAddress, new PacketPathOptions(), made);
            return null;
        }
        catch (IOException error)
        {
            return error.Message;
        }
        catch (UnauthorizedAccessException error)
        {
            return error.Message;
        }
        finally
        {
            foreach (var one in made) one.Dispose();
        }
    }

    /// <summary>Ends it: what is under way is lost. Processes in it stay, and reach nobody any more.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_ending.IsCancellationRequested) return;
        await _ending.CancelAsync().ConfigureAwait(false);
        await _carrying.ConfigureAwait(false);
        _clientDevice.Dispose();
        _serverDevice.Dispose();
        Clients.Dispose();
        Servers.Dispose();
        _ending.Dispose();
    }

    private static (NetworkNamespace Network, TunDevice Device) Side(IPAddress address, PacketPathOptions options, List<IDisposable> made)
    {
        var network = NetworkNamespace.Create();
        made.Add(network);
        var device = network.Run(() => TunDevice.Open(address, options.MaxPacketBytes));
        made.Add(device);
        return (network, device);
    }

    private Task CarryAsync(TunDevice from, DatagramPump pump) => Task.WhenAll(
        QuietlyAsync(pump.RunAsync(_ending.Token)),
        Task.Factory.StartNew(() => from.ReadAll(packet => pump.Take(packet, _profile, _ending.Token), _ending.Token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));

    private static async Task QuietlyAsync(Task pumping)
    {
        try
        {
            await pumping.ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // It was to end.
        }
    }
}
