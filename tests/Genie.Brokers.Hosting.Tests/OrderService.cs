using System.Buffers;
using System.Text.Json;
using Genie.Brokers.Hosting.Health;
using Genie.Brokers.Hosting.Listening;
using Genie.Brokers.InMemory;
using Genie.Brokers.Mqtt;
using Genie.Brokers.Nats;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Brokers.Hosting.Tests;

public sealed record Order(string Customer, int Apples);

public sealed record Receipt(string Customer, int Apples, int ApplesLeft);

public sealed class Stock
{
    private int _apples = 1000;

    public Receipt Take(Order order)
    {
        var left = Interlocked.Add(ref _apples, -order.Apples);
        if (left >= 0) return new Receipt(order.Customer, order.Apples, left);
        Interlocked.Add(ref _apples, order.Apples);
        throw new InvalidOperationException($"Not {order.Apples} apples are left.");     // the customer gets it as RemoteHandlerException
    }
}

public sealed class OrderHandler(Stock stock) : IMessageHandler                          // one object a message, from a scope of its own
{
    public ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var reader = new Utf8JsonReader(message);
        var order = JsonSerializer.Deserialize<Order>(ref reader) ?? throw new JsonException("No order.");
        using var answer = new Utf8JsonWriter(reply);
        JsonSerializer.Serialize(answer, stock.Take(order));
        return ValueTask.CompletedTask;
    }
}

public static class OrderService
{
    public static IHost Build(string[] args)
    {
        var builder = Host.CreateApplicationBuilder(args);
        builder.Services.AddSingleton<Stock>();
        builder.Services.AddGenieBroker(builder.Configuration.GetSection("Broker"))      // "Broker": { "System": "nats" }
            .AddDrivers(NatsDrivers.All).AddDrivers(MqttDrivers.All).AddDrivers(InMemoryDrivers.All)
            .AddListener<OrderHandler>("orders", new ListenOptions { Concurrency = 4 });
        builder.Services.AddHealthChecks().AddGenieBroker();
        return builder.Build();
    }

    public static async Task<Receipt> OrderAsync(IBroker broker, Order order, CancellationToken stop)
    {
        await using var orders = await broker.ConnectAsync("orders", new ConnectionOptions(), stop);     // keep it where many orders are sent
        using var reply = await orders.RequestAsync(JsonSerializer.SerializeToUtf8Bytes(order), stop);
        return JsonSerializer.Deserialize<Receipt>(reply.Payload.Span)!;
    }
}
