using System.CommandLine;
using GameLicenseExample.Commands;

return await GameCommandLine.RunAsync(args, new InvocationConfiguration()).ConfigureAwait(false);
