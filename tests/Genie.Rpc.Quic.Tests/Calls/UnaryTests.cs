using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Rpc.Quic.Tests.Calls;

public sealed class UnaryTests
{
    [SkippableFact]
    public async Task Argument_and_result_each_may_be_there_or_not()
    {
        var seen = "";
        await using var peers = await Peers.StartAsync(service =>
        {
            service.RegisterFunction<string, string>(0x0000, (_, text) => ValueTask.FromResult(text + "!"));
            service.RegisterFunction<string>(0x0001, context => ValueTask.FromResult(context.ConnectionContext.Name));
            service.RegisterFunction<string>(0x0002, (_, text) =>
            {
                seen = text;
                return ValueTask.CompletedTask;
            });
            service.RegisterFunction(0xFFFF, _ =>
            {
                seen += " twice";
                return ValueTask.CompletedTask;
            });
        });

        Assert.Equal("hello!", await peers.Caller.InvokeAsync<string, string>(0x0000, "hello", peers.Stop));
        Assert.Equal("server", await peers.Caller.InvokeAsync<string>(0x0001, peers.Stop));
        await peers.Caller.InvokeAsync(0x0002, "seen", peers.Stop);
        await peers.Caller.InvokeAsync(0xFFFF, peers.Stop);
        Assert.Equal("seen twice", seen);
    }

    [SkippableFact]
    public async Task Json_carries_arguments_and_results() =>
        await EchoAsync(new JsonQuicRpcSerializer(new JsonSerializerOptions { TypeInfoResolver = new DefaultJsonTypeInfoResolver() }), new Dictionary<string, int> { ["a"] = 1 });

    [SkippableFact]
    public async Task Protobuf_carries_arguments_and_results() =>
        await EchoAsync(new ProtobufQuicRpcSerializer(StructReflection.Descriptor, WrappersReflection.Descriptor), new StringValue { Value = "text" });

    [SkippableFact]
    public async Task MemoryPack_carries_arguments_and_results() => await EchoAsync(new MemoryPackQuicRpcSerializer(), Enumerable.Range(0, 3).Select(i => i + 0.5).ToArray());

    [Fact]
    public void Json_without_types_is_refused_when_it_is_made() =>
        Assert.Contains("TypeInfoResolver", Assert.Throws<ArgumentException>(() => new JsonQuicRpcSerializer(new JsonSerializerOptions())).Message, StringComparison.Ordinal);

    [Fact]
    public void Protobuf_names_a_type_that_it_does_not_know() =>
        Assert.Contains("StringValue", Assert.Throws<ArgumentException>(() => new ProtobufQuicRpcSerializer().Deserialize<StringValue>(default)).Message, StringComparison.Ordinal);

    [SkippableFact]
    public async Task Many_calls_at_once_each_get_their_own_answer()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction<int, int>(0x0100, async (_, number) =>
        {
            await Task.Yield();
            return number * 3;
        }));

        await Parallel.ForAsync(0, 64, peers.Stop, async (worker, stop) =>
        {
            for (var i = 0; i < 50; i++) Assert.Equal((worker + (i * 1000)) * 3, await peers.Caller.InvokeAsync<int, int>(0x0100, worker + (i * 1000), stop));
        });
    }

    [SkippableTheory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1023)]
    [InlineData(65536)]
    [InlineData(3_000_000)]
    public async Task Every_size_goes_both_ways(int bytes)
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction<byte[], byte[]>(0x0100, (_, data) => ValueTask.FromResult(data)));
        var data = new byte[bytes];
        new Random(bytes).NextBytes(data);
        for (var i = 0; i < 3; i++) Assert.Equal(data, await peers.Caller.InvokeAsync<byte[], byte[]>(0x0100, data, peers.Stop));
    }

    [SkippableTheory]
    [InlineData(0)]
    [InlineData(16)]
    public async Task Streams_are_used_again_or_not_as_the_options_say(int reused)
    {
        await using var peers = await Peers.StartAsync(
            service => service.RegisterFunction<int, int>(0x0100, (_, number) => ValueTask.FromResult(number)), clientOptions: new QuicRpcOptions { ReusedStreams = reused });
        for (var i = 0; i < 10; i++) Assert.Equal(i, await peers.Caller.InvokeAsync<int, int>(0x0100, i, peers.Stop));

        await using var stream = await peers.OpenStreamAsync();
        // A client's bidirectional streams are numbered 0, 4, 8, ... (RFC 9000, section 2.1).
        Assert.Equal(reused == 0 ? 40 : 4, stream.Id);
    }

    [SkippableFact]
    public async Task Metadata_reaches_the_function()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction<string>(0x0100, context => ValueTask.FromResult(context.Metadata["tenant"] ?? "none")));
        var caller = peers.Caller.With(new QuicRpcCallOptions(Metadata: new QuicRpcMetadata().With("tenant", "Zürich")));

        Assert.Equal("Zürich", await caller.InvokeAsync<string>(0x0100, peers.Stop));
        Assert.Equal("none", await peers.Caller.InvokeAsync<string>(0x0100, peers.Stop));
    }

    [SkippableFact]
    public async Task Injected_services_reach_the_function()
    {
        await using var peers = await Peers.StartAsync(
            service => service.RegisterFunction<string>(0x0100, context => ValueTask.FromResult(context.GetService<Version>().ToString())), services: new OneService(new Version(1, 2)));
        Assert.Equal("1.2", await peers.Caller.InvokeAsync<string>(0x0100, peers.Stop));
    }

    [Fact]
    public void A_number_is_given_once()
    {
        var service = new QuicRpcService<Session>();
        service.RegisterFunction(0x0102, _ => ValueTask.CompletedTask);
        Assert.Contains("1.2", Assert.Throws<InvalidOperationException>(() => service.RegisterFunction(0x0102, _ => ValueTask.CompletedTask)).Message, StringComparison.Ordinal);
    }

    private static async Task EchoAsync<T>(QuicRpcSerializer serializer, T value)
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction<T, T>(0x0100, (_, argument) => ValueTask.FromResult(argument)), serializer: serializer);
        for (var i = 0; i < 3; i++) Assert.Equal(value, await peers.Caller.InvokeAsync<T, T>(0x0100, value, peers.Stop));
    }

    private sealed class OneService(object service) : IServiceProvider
    {
        public object? GetService(System.Type serviceType) => serviceType.IsInstanceOfType(service) ? service : null;
    }
}
