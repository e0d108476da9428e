using System.Net;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Rpc.Quic;
using OrderSample;

using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(2));
Console.WriteLine($"dynamic code: {RuntimeFeature.IsDynamicCodeSupported}");
QuicSupport.Require();
await OrderAsync("MemoryPack", new MemoryPackQuicRpcSerializer(), limit.Token);
await OrderAsync("JSON", new JsonQuicRpcSerializer(OrderJson.Default), limit.Token);

static async Task OrderAsync(string name, QuicRpcSerializer serializer, CancellationToken stop)
{
    var timeout = TimeSpan.FromMinutes(1);
    using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    using var certificate = new CertificateRequest("CN=sample", key, HashAlgorithmName.SHA256).CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
    var service = new QuicRpcService<string>(serializer);
    service.BindFunctions(new OrderFunctions());
    await using var server = await QuicRpcServer.StartAsync(service, new QuicRpcListenOptions { Certificate = certificate, EndPoint = new IPEndPoint(IPAddress.Loopback, 0), HandshakeTimeout = timeout }, _ => "a client", stop);

    var client = new OrderClient();
    var trust = new QuicRpcTrust { PinnedKeys = [QuicRpcTrust.PinOf(certificate)] };
    await using var connection = await QuicRpcConnection.ConnectAsync(new QuicRpcConnectOptions { EndPoint = server.LocalEndPoint, Trust = trust, ConnectTimeout = timeout }, new QuicRpcService<string>(serializer), "the server", stop);
    connection.BindClient(ref client);
    var bill = await client.Take(new Order("apples", 17), stop);
    var pieces = 0;
    await foreach (var piece in client.Split(new Order("apples", 3), stop)) pieces += piece.Pieces;
    try
    {
        await client.Refuse(stop);
    }
    catch (QuicRpcException refusal)
    {
        Console.WriteLine(FormattableString.Invariant($"{name}: {bill.Text} for {bill.Sum}, {pieces} pieces, {refusal.Message}"));
    }
}
