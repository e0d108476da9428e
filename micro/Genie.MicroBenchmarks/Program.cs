using BenchmarkDotNet.Running;
using Genie.MicroBenchmarks.Libraries;

if (args is not ["libraries", ..])
{
    BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);
    return 0;
}

Console.WriteLine($"{"in turn, medians of 15 rounds",-52} {"ours",13} {"library's",13}");
var only = args.Length > 1 ? args[1] : "";
foreach (var contest in AvroContests.All().Concat(HistogramContests.All()).Concat(PacketContests.All()).Where(contest => contest.What.StartsWith(only, StringComparison.Ordinal))) contest.Run();
return 0;
