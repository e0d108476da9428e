namespace Genie.Crashes.Tests;

/// <summary>Tests with several processes under load come one after the other: two such clusters at once starve each other on two cores, and every recovery takes many times as long.</summary>
[CollectionDefinition(nameof(Clusters))]
public sealed class Clusters
{
    /// <summary>What a sender waits between two requests: enough are under way for each fault, and the machine has time for the recovery. The command line sends without pause.</summary>
    internal static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(40);
}
