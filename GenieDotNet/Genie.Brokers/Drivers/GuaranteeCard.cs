namespace Genie.Brokers.Drivers;

/// <summary>What a user may rely on, in a sentence each. Shown in docs/drivers, reports and JSON alike.</summary>
/// <param name="Confirmation">What each confirmation level of this driver means.</param>
/// <param name="ClientCrash">What survives a crash of the sender.</param>
/// <param name="ServerCrash">What survives a crash of the server.</param>
/// <param name="Ordering">What order is kept.</param>
/// <param name="LargestMessage">The limit and who sets it.</param>
/// <param name="CompetingConsumers">How listeners share a channel.</param>
public sealed record GuaranteeCard(
    string Confirmation, string ClientCrash, string ServerCrash, string Ordering, string LargestMessage, string CompetingConsumers);
