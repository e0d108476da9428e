using System.Text.Json.Serialization;
using Genie.Rpc.Quic;
using MemoryPack;

namespace OrderSample;

[MemoryPackable]
internal sealed partial record Order(string Article, int Pieces);

[MemoryPackable]
internal sealed partial record Bill(string Text, decimal Sum);

[QuicRpcFunction(3)]
internal sealed partial class OrderFunctions : QuicRpcFunctions
{
    [QuicRpcFunction(0)]
    public ValueTask<Bill> Take(Order order) => ValueTask.FromResult(new Bill($"{order.Pieces} {order.Article}", order.Pieces * 1.5m));

    [QuicRpcFunction(1)]
    public async IAsyncEnumerable<Order> Split(Order order)
    {
        for (var piece = 0; piece < order.Pieces; piece++)
        {
            await Task.Yield();
            yield return order with { Pieces = 1 };
        }
    }

    [QuicRpcFunction(2)]
    public ValueTask Refuse() => throw new QuicRpcException((QuicRpcErrorCode)1000, "sold out");
}

[QuicRpcFunction(3)]
internal partial struct OrderClient : IQuicRpcClient
{
    [QuicRpcFunction(0)]
    public partial Task<Bill> Take(Order order, CancellationToken cancellationToken = default);

    [QuicRpcFunction(1)]
    public partial IAsyncEnumerable<Order> Split(Order order, CancellationToken cancellationToken = default);

    [QuicRpcFunction(2)]
    public partial Task Refuse(CancellationToken cancellationToken = default);
}

[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(Bill))]
internal sealed partial class OrderJson : JsonSerializerContext;
