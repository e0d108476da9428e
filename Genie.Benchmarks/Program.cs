using Genie.Benchmarks.Commands;

using var interruption = new Interruption();
var code = await CommandLine.RunAsync(args, CommandStreams.OfProcess(), interruption.Token).ConfigureAwait(false);
return code == ExitCode.Interrupted ? interruption.ExitCode : code;
