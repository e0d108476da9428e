using System.Net;
using Genie.Datagrams.Rpc.Tests.Samples;

namespace Genie.Datagrams.Rpc.Tests;

[CollectionDefinition(nameof(AllocationTests), DisableParallelization = true)]
[Collection(nameof(AllocationTests))]
public sealed class AllocationTests
{
    private const int Warm = 3_000;
    private const int Measured = 10_000;

    [Theory]
    [InlineData(DeliveryMode.Unreliable)]
    [InlineData(DeliveryMode.Sequenced)]
    [InlineData(DeliveryMode.ReliableOrdered)]
    public void A_one_way_call_and_its_callback_allocate_nothing(DeliveryMode mode)
    {
        var service = new Counter();
        var peer = new RpcPeer().Serve(CounterContract.Instance, connection => service.Answering(connection)).Calls(CounterContract.Instance);
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), peer);
        var counted = new Counter();
        var own = new RpcPeer().Calls(CounterContract.Instance).Serve(CounterContract.Instance, counted);
        using var client = DatagramEndpoint.OpenClient(own);
        var calls = new CounterClient(own.Connect(client, server.LocalAddress.ToEndPoint()));
        var each = AllocatedBytes(Exchange);

        // Queues that double now and then are below this; an object for each message is far above.
        Assert.True(each < 4, $"{each} bytes a call");

        void Exchange()
        {
            var expected = counted.Count + 1;
            if (mode == DeliveryMode.Unreliable) calls.Update(expected, new Position(1, 2));
            else if (mode == DeliveryMode.Sequenced) calls.Latest(expected);
            else calls.Event(expected, Medal.Gold).GetAwaiter().GetResult();
            for (var polls = 0; counted.Count < expected && polls < 1_000_000; polls++)
            {
                server.Poll();
                client.Poll();
            }

            // Only an unreliable one may be lost, where the machine is short of buffers.
            Assert.True(counted.Count == expected || mode <= DeliveryMode.Sequenced);
        }
    }

    [Fact]
    public void A_request_that_its_service_answers_at_once_allocates_nothing()
    {
        var peer = new RpcPeer().Serve(CounterContract.Instance, new Counter());
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), peer);
        var own = new RpcPeer(new RpcOptions { RunContinuationsAsynchronously = false, CallTimeout = TimeSpan.FromHours(1) }).Calls(CounterContract.Instance);
        using var client = DatagramEndpoint.OpenClient(own);
        var calls = new CounterClient(own.Connect(client, server.LocalAddress.ToEndPoint()));
        var each = AllocatedBytes(() =>
        {
            var call = calls.Add(1, 2);
            for (var polls = 0; !call.IsCompleted && polls < 1_000_000; polls++)
            {
                server.Poll();
                client.Poll();
            }

            // Without boxing, as that would be counted.
            Assert.True(call.Result == 3);
        });
        Assert.True(each < 4, $"{each} bytes a call");
    }

    private static double AllocatedBytes(Action exchange)
    {
        for (var i = 0; i < Warm; i++) exchange();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Measured; i++) exchange();
        return (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Measured;
    }
}

[DatagramService]
public interface ICounter
{
    [Delivery(DeliveryMode.Unreliable)]
    void Update(int number, Position position);

    [Delivery(DeliveryMode.Sequenced)]
    void Latest(int number);

    ValueTask Event(int number, Medal medal);

    ValueTask<int> Add(int one, int other);
}

internal sealed class Counter : ICounter
{
    private CounterClient? _caller;

    public int Count { get; private set; }

    public Counter Answering(RpcConnection caller)
    {
        _caller = new CounterClient(caller);
        return this;
    }

    public void Update(int number, Position position)
    {
        Count = number;
        _caller?.Update(number, position);
    }

    public void Latest(int number)
    {
        Count = number;
        _caller?.Latest(number);
    }

    public ValueTask Event(int number, Medal medal)
    {
        Count = number;
        return _caller?.Event(number, medal) ?? default;
    }

    public ValueTask<int> Add(int one, int other) => ValueTask.FromResult(one + other);
}
