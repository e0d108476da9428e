namespace Genie.Testing.WithoutClient;

/// <summary>All there is of a system's tests where the feed lacks the package of its only client, so that the summary says so.</summary>
public sealed class ClientMissingTests
{
    [SkippableFact]
    public void The_package_of_the_client_is_on_the_feed() =>
        Skip.If(true, "The package of this system's only client is not on the feed; './genie brokers' names it.");
}
