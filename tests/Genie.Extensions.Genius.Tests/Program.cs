return await Genie.Extensions.Genius.Tests.Hosting.KilledProcessor.RunAsync(args);
