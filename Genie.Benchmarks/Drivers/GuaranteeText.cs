using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Drivers;

/// <summary>A driver's guarantees as Markdown. The pages of docs/drivers have the same lines.</summary>
internal static class GuaranteeText
{
    /// <summary>A heading, a line a guarantee, and what the driver allocates.</summary>
    public static string Of(IBrokerDriver driver) => $"""
        ### {driver.Broker}, {driver.Client}

        {Of(driver.Guarantees)}
        - **Allocates** at most {driver.Allocations.BytesPerRequest} bytes a request and {driver.Allocations.BytesPerSend} bytes a message, sender and listener together.

        """;

    /// <summary>A line a guarantee.</summary>
    public static string Of(GuaranteeCard card) => $"""
        - **Confirmation.** {card.Confirmation}
        - **Client crash.** {card.ClientCrash}
        - **Server crash.** {card.ServerCrash}
        - **Ordering.** {card.Ordering}
        - **Largest message.** {card.LargestMessage}
        - **Competing consumers.** {card.CompetingConsumers}
        """;
}
