using Genie.Feed;

// Usage: genie-feed REPOSITORY_ROOT. Asks the package feed, by restoring, what it has, and writes .feed/feed.props.
// A name that a feed lists may lack a dependency, so nothing short of a restore tells.
if (args is not [var root])
{
    Console.Error.WriteLine("usage: genie-feed REPOSITORY_ROOT");
    return 2;
}

try
{
    var missing = await FeedProbe.RunAsync(Path.GetFullPath(root)).ConfigureAwait(false);
    if (missing.Count > 0) Console.WriteLine($"not on the package feed, left out: {string.Join(", ", missing.Select(candidate => candidate.Key))}");
    return 0;
}
catch (FeedException error)
{
    Console.Error.WriteLine(error.Message);
    return 1;
}
