namespace Genie.Messaging.DeadLetters;

/// <summary>Keeps nothing: a message that cannot be handled stays where it is, and is delivered again.</summary>
internal sealed class NoDeadLetters : IDeadLetterSink
{
    public static NoDeadLetters Instance { get; } = new();

    public ValueTask OpenAsync(MessageClient client, string channel, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    public ValueTask PutAsync(DeadLetter letter, CancellationToken cancellationToken) =>
        throw new MessagingException($"The dead letter of '{letter.Channel}' stays where it is.");

    public ValueTask CloseAsync() => ValueTask.CompletedTask;
}
