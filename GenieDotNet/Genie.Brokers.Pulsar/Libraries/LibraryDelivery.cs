namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>What answering and settling one message takes.</summary>
/// <param name="Message">The message.</param>
/// <param name="Consumer">Where it came from; an acknowledgement means something only there.</param>
/// <param name="Answers">The way back.</param>
internal readonly record struct LibraryDelivery(LibraryMessage Message, ILibraryConsumer Consumer, LibraryAnswers Answers);
