using System.Globalization;
using Genie.Rpc.Quic;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using RpcUnary;

const int warmUpRounds = 2;
const int maxCalls = 10_000_000;

if (!TryParse(args, out var calls, out var rounds))
{
    Console.Error.WriteLine($"Usage: RpcUnary [CALLS] [ROUNDS]: how many calls a turn has, 1 to {maxCalls:N0}, and how many turns each library has, 1 or more.");
    return 2;
}

if (!QuicSupport.IsSupported)
{
    Console.Error.WriteLine(QuicSupport.HowToInstall);
    return 1;
}

Console.WriteLine("callers\tlibrary\tus/call (median)\tlowest\thighest\tCPU us/call (median)\tlowest\thighest\tallocated bytes/call (median)");
using var certificate = LoopbackCertificate.Create();
foreach (var callers in new[] { 1, 8, 32 }) await MeasureAsync(callers);
return 0;

async Task MeasureAsync(int callers)
{
    await using var ours = await QuicRpcPair.StartAsync(certificate);
    await using var http2 = await GrpcPair.StartAsync(certificate, HttpProtocols.Http2);
    await using var http3 = await GrpcPair.StartAsync(certificate, HttpProtocols.Http3);
    await using var floor = await StreamEchoPair.StartAsync(certificate, callers);
    ICallPair[] pairs = [ours, http2, http3, floor];
    var turns = pairs.ToDictionary(pair => pair, _ => new List<Turn>());
    for (var round = 0; round < warmUpRounds + rounds; round++)
    {
        foreach (var pair in pairs)
        {
            var turn = await Turn.RunAsync(pair, callers, calls);
            if (round >= warmUpRounds) turns[pair].Add(turn);
        }
    }

    foreach (var pair in pairs)
    {
        var (time, cpu, allocated) = (Sorted(turns[pair], turn => turn.Microseconds), Sorted(turns[pair], turn => turn.CpuMicroseconds), Sorted(turns[pair], turn => turn.AllocatedBytes));
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{callers}\t{pair.Name}\t{Median(time):F1}\t{time[0]:F1}\t{time[^1]:F1}\t{Median(cpu):F1}\t{cpu[0]:F1}\t{cpu[^1]:F1}\t{Median(allocated):F0}"));
    }
}

static double[] Sorted(List<Turn> turns, Func<Turn, double> value) => [.. turns.Select(value).Order()];

static double Median(double[] sorted) => sorted[sorted.Length / 2];

static bool TryParse(string[] args, out int calls, out int rounds)
{
    (calls, rounds) = (10_000, 7);
    return args.Length <= 2
        && (args.Length < 1 || (int.TryParse(args[0], NumberStyles.None, CultureInfo.InvariantCulture, out calls) && calls is > 0 and <= maxCalls))
        && (args.Length < 2 || (int.TryParse(args[1], NumberStyles.None, CultureInfo.InvariantCulture, out rounds) && rounds > 0));
}
