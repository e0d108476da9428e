using System.Net;

namespace Genie.Datagrams.Tests;

[CollectionDefinition(nameof(AllocationTests), DisableParallelization = true)]
[Collection(nameof(AllocationTests))]
public sealed class AllocationTests
{
    private const int Warm = 3_000;
    private const int Measured = 10_000;

    public static TheoryData<DeliveryMode, string> ModesAndKinds
    {
        get
        {
            var all = new TheoryData<DeliveryMode, string>();
            foreach (var mode in Enum.GetValues<DeliveryMode>())
            {
                foreach (var kind in TestSecurity.Kinds) all.Add(mode, kind);
            }

            return all;
        }
    }

    [Theory]
    [MemberData(nameof(ModesAndKinds))]
    public void A_message_and_its_echo_allocate_nothing(DeliveryMode mode, string kind)
    {
        var options = new DatagramOptions { Security = TestSecurity.Of(kind) };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Echo(), options);
        var handler = new Echo(answers: false);
        using var client = DatagramEndpoint.OpenClient(handler, options);
        var link = client.Connect(server.LocalAddress.ToEndPoint());
        Exchange(Warm);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Exchange(Measured);
        var each = (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Measured;

        // Queues that double now and then are below this; an object for each packet is far above.
        Assert.True(each < 4, $"{each} bytes a message");

        void Exchange(int count)
        {
            Span<byte> message = stackalloc byte[40];
            for (var i = 0; i < count; i++)
            {
                var expected = handler.Count + 1;
                link.Send(message, mode);
                for (var polls = 0; handler.Count < expected && polls < 1_000_000; polls++)
                {
                    server.Poll();
                    client.Poll();
                }

                // Only an unreliable one may be lost, where the machine is short of buffers.
                Assert.True(handler.Count == expected || mode <= DeliveryMode.Sequenced);
            }
        }
    }

    private sealed class Echo(bool answers = true) : IDatagramHandler
    {
        public int Count { get; private set; }

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
            Count++;
            if (answers) connection.Send(message, info.Mode, info.Channel);
        }
    }
}
