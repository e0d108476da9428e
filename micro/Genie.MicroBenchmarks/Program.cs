#if CLIENT_BENCHMARKDOTNET
BenchmarkDotNet.Running.BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);
return 0;
#else
Console.Error.WriteLine("The package feed lacks BenchmarkDotNet. Name one that has it with GENIE_PACKAGE_SOURCE and build again.");
return 1;
#endif
