using System.CommandLine;
namespace Genie.Benchmarks.Commands;
internal static class BenchCommand { public static Command Create() => new("bench"); }
internal static class WorkerCommand { public static Command Create() => new("worker"); }
internal static class LoadCommand { public static Command Create() => new("load"); }
internal static class MicroCommand { public static Command Create() => new("micro"); }
