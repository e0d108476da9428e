using Genie.Benchmarks.Commands;
using Genie.Servers;

// Before anything asks whether QUIC is supported, which is answered once for the process.
QuicLibrary.Load();
using var interruption = new Interruption();
var code = await CommandLine.RunAsync(args, CommandStreams.OfProcess(), interruption.Token).ConfigureAwait(false);
return code == ExitCode.Interrupted ? interruption.ExitCode : code;
