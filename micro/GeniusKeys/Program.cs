using System.Globalization;
using GeniusKeys;

// GeniusKeys [KEYS [LIVE [FOLDER]]]: how many keys, how many of them may be in memory, where the store is (it is removed in the end).
var keys = args.Length > 0 ? int.Parse(args[0], NumberStyles.AllowThousands, CultureInfo.InvariantCulture) : 1_000_000;
var live = args.Length > 1 ? int.Parse(args[1], NumberStyles.AllowThousands, CultureInfo.InvariantCulture) : 10_000;
var folder = args.Length > 2 ? args[2] : Path.Combine(Path.GetTempPath(), $"genius-keys-{Environment.ProcessId}");
try
{
    await using var run = await KeyRun.StartAsync(folder, live, CancellationToken.None);
    await run.FillAsync(keys);
    return await run.ComeBackAsync(keys) ? 0 : 1;
}
finally
{
    Directory.Delete(folder, recursive: true);
}
