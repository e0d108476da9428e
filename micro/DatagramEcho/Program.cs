using System.Diagnostics;
using System.Globalization;
using DatagramEcho;

const string reliableWord = "reliable";
const string spoofedWord = "spoofed";
const int payloadBytes = 32;
const int warmUpRounds = 1;
const int maxEchoes = 10_000_000;
const int maxMessageBytes = 200_000;
var longestTurn = TimeSpan.FromMinutes(5);

if (args is [spoofedWord, ..])
{
    if (!TryParse(args[1..], out var handshakes, out _) || args.Length > 2)
    {
        Console.Error.WriteLine($"Usage: DatagramEcho {spoofedWord} [HANDSHAKES]: how many are begun and not gone on with, 1 to {maxEchoes:N0}.");
        return 2;
    }

    SpoofedHandshakes.Measure(handshakes);
    return 0;
}

var isReliable = args is [reliableWord, ..];
var messageBytes = 1;
if (isReliable && args.Length == 4 && int.TryParse(args[3], NumberStyles.None, CultureInfo.InvariantCulture, out messageBytes) && messageBytes is > 0 and <= maxMessageBytes) args = args[..3];
if (!TryParse(isReliable ? args[1..] : args, out var echoes, out var rounds))
{
    Console.Error.WriteLine($"Usage: DatagramEcho [MESSAGES] [ROUNDS], DatagramEcho {reliableWord} [MESSAGES] [ROUNDS] [BYTES], or DatagramEcho {spoofedWord} [HANDSHAKES]: how many messages are echoed, or sent as reliable ones of so many bytes (1), in a turn, 1 to {maxEchoes:N0}, and how many turns each library has, 1 or more.");
    return 2;
}

if (isReliable)
{
    ReliableCost.Measure([() => Connected(new GeniePair()), () => Connected(new GeniePair(isEncrypted: true)), () => Connected(new LiteNetLibPair())], echoes, rounds, messageBytes);
    return 0;
}

Console.WriteLine("in flight\tlibrary\tCPU us/echo (median)\tlowest\thighest\techoes/s (median)\tlowest\thighest\tallocated bytes/echo");
foreach (var inFlight in new[] { 1, 64 })
{
    using var ours = new GeniePair();
    using var theirs = new LiteNetLibPair();
    Measure([ours, theirs], inFlight);
}

return 0;

void Measure(IEchoPair[] pairs, int inFlight)
{
    var results = pairs.ToDictionary(pair => pair.Name, _ => new List<(double Rate, double Cpu, double Allocated)>());
    foreach (var pair in pairs) Connect(pair);
    for (var round = 0; round < warmUpRounds + rounds; round++)
    {
        foreach (var pair in pairs)
        {
            var result = RunOnce(pair, inFlight);
            if (round >= warmUpRounds) results[pair.Name].Add(result);
        }
    }

    foreach (var (name, turns) in results)
    {
        var rates = turns.Select(turn => turn.Rate).Order().ToList();
        var cpu = turns.Select(turn => turn.Cpu).Order().ToList();
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{inFlight}\t{name}\t{cpu[cpu.Count / 2]:F2}\t{cpu[0]:F2}\t{cpu[^1]:F2}\t{rates[rates.Count / 2]:F0}\t{rates[0]:F0}\t{rates[^1]:F0}\t{turns.Average(turn => turn.Allocated):F1}"));
    }
}

IEchoPair Connected(IEchoPair pair)
{
    Connect(pair);
    return pair;
}

void Connect(IEchoPair pair)
{
    for (var started = Stopwatch.GetTimestamp(); !pair.IsConnected; pair.Poll())
    {
        if (Stopwatch.GetElapsedTime(started) > TimeSpan.FromSeconds(30)) throw new TimeoutException($"{pair.Name} does not connect over loopback.");
    }
}

(double Rate, double Cpu, double Allocated) RunOnce(IEchoPair pair, int inFlight)
{
    Span<byte> message = stackalloc byte[payloadBytes];
    var process = Process.GetCurrentProcess();
    var (start, first, cpu, allocated) = (Stopwatch.GetTimestamp(), pair.Echoed, process.TotalProcessorTime, GC.GetAllocatedBytesForCurrentThread());
    var sent = first;
    var progressAt = start;
    while (pair.Echoed - first < echoes)
    {
        if (Stopwatch.GetElapsedTime(start) > longestTurn) throw new TimeoutException($"{pair.Name} has echoed {pair.Echoed - first:N0} of {echoes:N0} messages in {longestTurn}.");
        var before = pair.Echoed;
        for (; sent - before < inFlight; sent++) pair.Send(message);
        pair.Poll();
        if (pair.Echoed != before) progressAt = Stopwatch.GetTimestamp();

        // A message may be lost where socket buffers overflow: it is not waited for.
        else if (Stopwatch.GetElapsedTime(progressAt) > TimeSpan.FromMilliseconds(100)) sent = before;
    }

    var echoed = pair.Echoed - first;
    process.Refresh();
    var result = (echoed / Stopwatch.GetElapsedTime(start).TotalSeconds,
        (process.TotalProcessorTime - cpu).TotalMicroseconds / echoed,
        (GC.GetAllocatedBytesForCurrentThread() - allocated) / (double)echoed);

    // The next turn of this library begins with nothing under way.
    for (var drained = Stopwatch.GetTimestamp(); pair.Echoed < sent && Stopwatch.GetElapsedTime(drained) < TimeSpan.FromMilliseconds(200);) pair.Poll();
    return result;
}

static bool TryParse(string[] args, out int echoes, out int rounds)
{
    (echoes, rounds) = (100_000, 5);
    return args.Length <= 2
        && (args.Length < 1 || (int.TryParse(args[0], NumberStyles.None, CultureInfo.InvariantCulture, out echoes) && echoes is > 0 and <= maxEchoes))
        && (args.Length < 2 || (int.TryParse(args[1], NumberStyles.None, CultureInfo.InvariantCulture, out rounds) && rounds > 0));
}
