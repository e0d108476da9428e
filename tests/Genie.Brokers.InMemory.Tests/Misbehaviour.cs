namespace Genie.Brokers.InMemory.Tests;

/// <summary>Ways in which a driver may break the contract without a fault of the network.</summary>
public enum Misbehaviour
{
    Allocates,
    LeaksSocket,
    LeaksThread,
    ForgetsError,
    FakesConfirmation,
    CutsLargeMessages,
    SwapsAnswers,
    IgnoresCancellation,
    ThrowsOnSecondDispose,
    ForgetsWaiters,
}
