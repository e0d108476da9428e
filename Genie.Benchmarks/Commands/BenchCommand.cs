using System.CommandLine;
namespace Genie.Benchmarks.Commands;
internal static class BenchCommand { public static Command Create() => new("bench"); }
internal static class MicroCommand { public static Command Create() => new("micro"); }
