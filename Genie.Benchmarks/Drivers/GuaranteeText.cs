using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Drivers;

/// <summary>A driver's guarantees as Markdown, word for word as in docs/drivers.md.</summary>
internal static class GuaranteeText
{
    /// <summary>A heading and a line a guarantee.</summary>
    public static string Of(IBrokerDriver driver)
    {
        var card = driver.Guarantees;
        return $"""
            ### {driver.Broker}, {driver.Client}

            - **Confirmation.** {card.Confirmation}
            - **Client crash.** {card.ClientCrash}
            - **Server crash.** {card.ServerCrash}
            - **Ordering.** {card.Ordering}
            - **Largest message.** {card.LargestMessage}
            - **Competing consumers.** {card.CompetingConsumers}
            - **Allocates** at most {driver.Allocations.BytesPerRequest} bytes a request and {driver.Allocations.BytesPerSend} bytes a message, sender and listener together.

            """;
    }
}
