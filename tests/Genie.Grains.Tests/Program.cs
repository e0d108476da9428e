return await Genie.Grains.Tests.Embedded.CrashingWriter.RunAsync(args);
