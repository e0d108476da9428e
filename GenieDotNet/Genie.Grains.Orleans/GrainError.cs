namespace Genie.Grains.Orleans;

/// <summary>Tells what a grain threw from what Orleans did, and says both in the errors of <see cref="IGrainKind{TMessage, TAnswer}"/>.</summary>
internal static class GrainError
{
    private const string Thrown = "Genie.Grains.Thrown";

    /// <summary>Marks an error as the grain's own, or its mailbox': it goes with it to the caller.</summary>
    public static void Mark(Exception error) => error.Data[Thrown] = true;

    /// <summary>What a caller gets in an error's place; null for the error itself.</summary>
    public static Exception? Translate(Exception error, string kind, string key, GrainCall call)
    {
        if (error is OperationCanceledException or TimeoutException or GrainDeadlineException && call.Token.IsCancellationRequested) return call.Ended(kind, key);
        if (error.Data[Thrown] is true) return null;
        return error is OrleansException or TimeoutException or OperationCanceledException ? new GrainUnavailableException(kind, key, error) : null;
    }
}
