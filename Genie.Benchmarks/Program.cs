using Genie.Benchmarks.Commands;

return await CommandLine.RunAsync(args).ConfigureAwait(false);
