using Genie.Extensions.Genius.Tests.Hosting;

return args is ["timers", ..] ? await TimerKillTests.RunAsync(args) : await KilledProcessor.RunAsync(args);
