using Genie.Rpc.Quic.Tests.Streaming;

namespace Genie.Rpc.Quic.Tests.Generating;

public sealed class GeneratedTests
{
    [SkippableFact]
    public async Task A_client_struct_calls_a_class_of_functions()
    {
        await using var peers = await Peers.StartAsync(service => service.BindFunctions(new RpcFunctions()));
        var client = new RpcClient();
        peers.ClientSide.BindClient(peers.Connection.Current, ref client);

        await client.Test("server");
        Assert.Equal(QuicRpcErrorCode.NotFound, (await Assert.ThrowsAsync<QuicRpcException>(() => client.Test("other"))).Code);
        Assert.Equal(new Hello("nobody", 0), await client.Test2(peers.Stop));
        Assert.Equal(new Hello("a", 3), await client.Test3(new Hello("a", 2), peers.Stop));
        Assert.Null(await client.Test3(null, peers.Stop));
        Assert.Equal(10, await client.Sum(Enumerable.Range(0, 5).ToAsyncEnumerable(), peers.Stop));
        Assert.Equal([0, 1, 2], await client.Count(3, peers.Stop).ToListAsync(peers.Stop));
        Assert.Equal(["<0>", "<1>"], await client.Spell(Enumerable.Range(0, 2).ToAsyncEnumerable(), peers.Stop).ToListAsync(peers.Stop));
        await using var stream = await client.Streaming(peers.Stop);
        await RawStreamTests.AssertEchoAsync(stream, peers.Stop);
    }

    [SkippableFact]
    public async Task Functions_at_once_each_have_their_own_context()
    {
        await using var peers = await Peers.StartAsync(service => service.BindFunctions(new RpcFunctions()));
        var client = new RpcClient();
        peers.Connection.BindClient(ref client);
        await Parallel.ForAsync(0, 100, peers.Stop, async (i, stop) => Assert.Equal(new Hello("a", i + 1), await client.Test3(new Hello("a", i), stop)));
    }

    [SkippableFact]
    public async Task A_plain_interface_is_both_sides()
    {
        var greeter = new Greeter();
        await using var peers = await Peers.StartAsync(service => service.BindGreeter(greeter));
        var client = new GreeterClient();
        peers.Connection.BindClient(ref client);
        var remote = Assert.IsAssignableFrom<IGreeter>(client);

        Assert.Equal("hello Ada", await remote.GreetAsync("Ada", peers.Stop));
        Assert.Equal(["Ada"], await remote.AllAsync(peers.Stop).ToListAsync(peers.Stop));
        await remote.ClearAsync();
        Assert.Empty(await remote.AllAsync(peers.Stop).ToListAsync(peers.Stop));
    }

    [SkippableFact]
    public async Task A_client_with_options_of_its_own_uses_them()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction<Hello>(0x0001, async context =>
        {
            await Task.Delay(Timeout.Infinite, context.CancellationToken);
            return new Hello("late", 1);
        }));
        var client = new RpcClient();
        peers.Connection.BindClient(ref client);
        var error = await Assert.ThrowsAsync<QuicRpcException>(() => client.With(new QuicRpcCallOptions(TimeSpan.FromMilliseconds(100))).Test2(peers.Stop));

        Assert.Equal(QuicRpcErrorCode.DeadlineExceeded, error.Code);
    }

    [Fact]
    public async Task A_context_is_there_only_within_a_call() => await Assert.ThrowsAsync<InvalidOperationException>(async () => await new RpcFunctions().Test("x"));

    private sealed class Greeter : IGreeter
    {
        private readonly List<string> _names = [];

        public Task<string> GreetAsync(string name, CancellationToken cancellationToken = default)
        {
            _names.Add(name);
            return Task.FromResult($"hello {name}");
        }

        public ValueTask ClearAsync()
        {
            _names.Clear();
            return ValueTask.CompletedTask;
        }

        public IAsyncEnumerable<string> AllAsync(CancellationToken cancellationToken = default) => _names.ToAsyncEnumerable();
    }
}
