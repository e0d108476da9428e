using GameLicenseExample.Commands;

return await GameCommandLine.RunAsync(args).ConfigureAwait(false);
