using System.Globalization;
using RelayCall;

const int streams = 1000;
int[] callerCounts = [1, 32, 128];

switch (args)
{
    case ["worker", var port]:
        await EchoWorker.RunAsync(int.Parse(port, CultureInfo.InvariantCulture));
        return 0;
    case ["relay", var port, var workerPort]:
        await RelayProcess.ServeAsync(int.Parse(port, CultureInfo.InvariantCulture), int.Parse(workerPort, CultureInfo.InvariantCulture));
        return 0;
}

if (!TryParse(args, out var seconds, out var rounds))
{
    Console.Error.WriteLine("Usage: RelayCall [SECONDS] [ROUNDS]: how long a turn lasts, and how many turns each path has.");
    return 2;
}

var time = TimeSpan.FromSeconds(seconds);
await using var relay = await RelayProcess.StartAsync();
using var direct = new Calls(relay.WorkerPort);
using var relayed = new Calls(relay.Port);
(string Name, Calls Calls)[] paths = [("direct", direct), ("relay", relayed)];
Print($"resident at the start: {relay.ResidentMiB:F1} MiB");
Print($"callers\tpath\tp50 us (median of {rounds})\tp99 us\tcalls/s\trelay CPU us a call");
foreach (var callers in callerCounts) await MeasureUnaryAsync(callers);
Print($"streams\tpath\tmessages/s (median of {rounds})");
await MeasureStreamsAsync();
Print($"resident at the end: {relay.ResidentMiB:F1} MiB");
return 0;

async Task MeasureUnaryAsync(int callers)
{
    var measured = paths.ToDictionary(path => path.Name, _ => new List<(double P50, double P99, double PerSecond, double Processor)>());
    for (var round = -1; round < rounds; round++)
    {
        foreach (var (name, calls) in paths)
        {
            var before = relay.ProcessorTime;
            var (sorted, perSecond) = await calls.UnaryAsync(callers, time);
            if (round >= 0) measured[name].Add((sorted[sorted.Length / 2], sorted[sorted.Length * 99 / 100], perSecond, (relay.ProcessorTime - before).TotalMicroseconds / sorted.Length));
        }
    }

    foreach (var (name, _) in paths)
    {
        var figures = measured[name];
        Print($"{callers}\t{name}\t{Median(figures.Select(each => each.P50)):F0}\t{Median(figures.Select(each => each.P99)):F0}\t{Median(figures.Select(each => each.PerSecond)):F0}\t{Median(figures.Select(each => each.Processor)):F0}");
    }
}

async Task MeasureStreamsAsync()
{
    var measured = paths.ToDictionary(path => path.Name, _ => new List<double>());
    for (var round = 0; round < rounds; round++)
    {
        foreach (var (name, calls) in paths) measured[name].Add(await calls.DuplexAsync(streams, time));
    }

    foreach (var (name, _) in paths) Print($"{streams}\t{name}\t{Median(measured[name]):F0}");
}

static double Median(IEnumerable<double> values)
{
    double[] sorted = [.. values.Order()];
    return sorted[sorted.Length / 2];
}

static void Print(FormattableString line) => Console.WriteLine(line.ToString(CultureInfo.InvariantCulture));

static bool TryParse(string[] args, out int seconds, out int rounds)
{
    (seconds, rounds) = (3, 5);
    return args.Length <= 2
        && (args.Length < 1 || (int.TryParse(args[0], NumberStyles.None, CultureInfo.InvariantCulture, out seconds) && seconds > 0))
        && (args.Length < 2 || (int.TryParse(args[1], NumberStyles.None, CultureInfo.InvariantCulture, out rounds) && rounds > 0));
}
