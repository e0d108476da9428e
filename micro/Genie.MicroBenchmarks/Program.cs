using BenchmarkDotNet.Running;
using Genie.MicroBenchmarks.Libraries;

if (args is not ["libraries", ..])
{
    BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);
    return 0;
}

Console.WriteLine($"{"in turn, medians of 15 rounds",-44} {"ours",13} {"library's",13}");
foreach (var contest in AvroContests.All().Concat(HistogramContests.All())) contest.Run();
return 0;
