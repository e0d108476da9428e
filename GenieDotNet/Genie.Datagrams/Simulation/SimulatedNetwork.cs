using System.Net;
using Genie.Datagrams.Udp;

namespace Genie.Datagrams.Simulation;

/// <summary>
/// A network in memory with a clock of its own: the endpoints on it run in one thread, as fast as the machine can, and the same seed gives the
/// same run, datagram by datagram, but for the random ids and cookies in them. For tests and for experiments with thousands of connections.
/// </summary>
/// <param name="conditions">What paths do, unless <see cref="SetConditions"/> says otherwise.</param>
/// <param name="seed">Of all chances.</param>
public sealed class SimulatedNetwork(NetworkConditions conditions, int seed)
{
    private readonly SimulatedTime _time = new();
    private readonly PriorityQueue<SimulatedEvent, (long At, long Order)> _events = new();
    private readonly Dictionary<DatagramAddress, Host> _hosts = [];
    private readonly Dictionary<(DatagramAddress From, DatagramAddress To), SimulatedPath> _paths = [];
    private readonly Stack<SimulatedDatagram> _spare = new();
    private readonly HashSet<Host> _senders = [];
    private NetworkConditions _conditions = conditions;
    private uint _nextHost = 0x0a000001;
    private long _order;

    /// <summary>The network's clock. Its timers run in the network's thread, when the network lets their time pass.</summary>
    public TimeProvider Time
    {
        get
        {
            _time.Schedule ??= (at, action) => Add(at, new SimulatedEvent(null, null, action));
            return _time;
        }
    }

    /// <summary>Time since the network was made.</summary>
    public TimeSpan Elapsed => TimeSpan.FromMicroseconds(_time.Microseconds - SimulatedTime.Start);

    /// <summary>Datagrams that were sent so far.</summary>
    public long DatagramsSent { get; private set; }

    /// <summary>Of those, the ones that were dropped.</summary>
    public long DatagramsLost { get; private set; }

    /// <summary>Bytes of the datagrams that were sent so far.</summary>
    public long BytesSent { get; private set; }

    /// <summary>Sees every datagram that was not lost, and may change it; false drops it.</summary>
    internal DatagramFilter? Filter { get; set; }

    /// <summary>Puts an endpoint on the network, at an address of its own.</summary>
    /// <param name="handler">Receives what arrives.</param>
    /// <param name="options">Settings; the clock is the network's.</param>
    /// <param name="isListening">True for one that takes connections.</param>
    public DatagramEndpoint Open(IDatagramHandler handler, DatagramOptions? options = null, bool isListening = false) => Open(handler, options, isListening, address: null);

    /// <summary>The same, at an address where one was before.</summary>
    internal DatagramEndpoint Open(IDatagramHandler handler, DatagramOptions? options, bool isListening, DatagramAddress? address)
    {
        options = (options ?? new DatagramOptions()) with { Time = _time };
        options.Check();
        if (options.Conditions is not null) throw new ArgumentException($"The network has the conditions: give them to it, not to its endpoints' {nameof(DatagramOptions.Conditions)}.", nameof(options));
        var socket = new SimulatedSocket(this, address ?? NewAddress(), options.MaxDatagramBytes);
        var endpoint = new UdpEndpoint(socket, handler, options, isListening);
        _hosts.Add(socket.LocalAddress, new Host(endpoint, socket));
        return endpoint;
    }

    /// <summary>Moves an endpoint to another address, as a phone does that changes its network.</summary>
    public void Move(DatagramEndpoint endpoint)
    {
        var host = _hosts[endpoint.LocalAddress];
        _hosts.Remove(endpoint.LocalAddress);
        host.Socket.LocalAddress = NewAddress();
        _hosts.Add(host.Socket.LocalAddress, host);
    }

    /// <summary>Changes the conditions of all paths from now on.</summary>
    public void SetConditions(NetworkConditions conditions)
    {
        _conditions = conditions;
        _paths.Clear();
    }

    /// <summary>Runs an action at a time.</summary>
    /// <param name="at">Since the network was made.</param>
    /// <param name="action">What to run.</param>
    public void Schedule(TimeSpan at, Action action) => Add(SimulatedTime.Start + (long)at.TotalMicroseconds, new SimulatedEvent(null, null, action));

    /// <summary>Sends a datagram from an address that need not exist, as an attacker does.</summary>
    public void Inject(ReadOnlySpan<byte> datagram, IPEndPoint from, IPEndPoint to) => Carry(datagram, DatagramAddress.From(from), DatagramAddress.From(to));

    /// <summary>Lets time pass.</summary>
    public void RunFor(TimeSpan time) => RunUntil(() => false, time);

    /// <summary>Lets time pass until a condition holds, which is asked after each event.</summary>
    /// <returns>False if the time passed without it.</returns>
    public bool RunUntil(Func<bool> condition, TimeSpan atMost)
    {
        var end = _time.Microseconds + (long)atMost.TotalMicroseconds;
        foreach (var host in _hosts.Values.ToArray()) Wake(host);
        while (!condition())
        {
            if (!_events.TryPeek(out _, out var next) || next.At > end)
            {
                _time.Microseconds = end;
                return condition();
            }

            _time.Microseconds = Math.Max(_time.Microseconds, next.At);
            Run(_events.Dequeue());
        }

        return true;
    }

    internal void Carry(ReadOnlySpan<byte> datagram, in DatagramAddress from, in DatagramAddress to)
    {
        if (_hosts.TryGetValue(from, out var sender)) _senders.Add(sender);
        DatagramsSent++;
        BytesSent += datagram.Length;
        if (!_paths.TryGetValue((from, to), out var path)) _paths.Add((from, to), path = new SimulatedPath(_conditions, new Random(HashCode(from, to))));
        Carry(datagram, from, to, path);
        if (path.IsDuplicated()) Carry(datagram, from, to, path);
    }

    internal void Return(SimulatedDatagram datagram) => _spare.Push(datagram);

    internal void Remove(in DatagramAddress address) => _hosts.Remove(address);

    /// <summary>A path's chances depend on the seed and its ends alone, not on what else is on the network.</summary>
    private int HashCode(in DatagramAddress from, in DatagramAddress to) => unchecked((seed * 397) ^ ((int)from.IPv4 * 31) ^ ((int)to.IPv4 * 17) ^ _hosts.Count);

    private void Carry(ReadOnlySpan<byte> bytes, in DatagramAddress from, in DatagramAddress to, SimulatedPath path)
    {
        var arrival = path.ArrivalOf(bytes.Length, _time.Microseconds);
        if (arrival < 0)
        {
            DatagramsLost++;
            return;
        }

        if (!_spare.TryPop(out var datagram)) datagram = new SimulatedDatagram();
        datagram.Fill(bytes, from, to);
        if (Filter?.Invoke(datagram.Bytes.AsSpan(0, datagram.Length), from, to) == false)
        {
            Return(datagram);
            return;
        }

        Add(arrival, new SimulatedEvent(datagram, null, null));
    }

    private void Run(SimulatedEvent next)
    {
        next.Action?.Invoke();
        if (next.Datagram is { } datagram)
        {
            if (!_hosts.TryGetValue(datagram.To, out var host))
            {
                Return(datagram);
                return;
            }

            host.Socket.Arrive(datagram);
            host.Endpoint.Poll();
            Wake(host);
        }
        else if (next.Host is { } due)
        {
            if (due.WakeAt != _time.Microseconds) return;
            due.WakeAt = long.MaxValue;
            due.Endpoint.Poll();
            Wake(due);
        }

        foreach (var host in _senders) Wake(host);
        _senders.Clear();
    }

    /// <summary>Polls an endpoint again when something of it is due.</summary>
    private void Wake(Host host)
    {
        // What is due at one that has been closed stays so for ever.
        if (_hosts.GetValueOrDefault(host.Socket.LocalAddress) != host) return;
        var due = Math.Max(host.Endpoint.NextDue, _time.Microseconds);
        if (due >= host.WakeAt) return;
        host.WakeAt = due;
        Add(due, new SimulatedEvent(null, host, null));
    }

    private void Add(long at, SimulatedEvent what) => _events.Enqueue(what, (at, _order++));

    private DatagramAddress NewAddress() => DatagramAddress.OfIPv4(_nextHost++, 7_000);

    private readonly record struct SimulatedEvent(SimulatedDatagram? Datagram, Host? Host, Action? Action);

    private sealed class Host(UdpEndpoint endpoint, SimulatedSocket socket)
    {
        public UdpEndpoint Endpoint { get; } = endpoint;

        public SimulatedSocket Socket { get; } = socket;

        public long WakeAt { get; set; } = long.MaxValue;
    }
}
