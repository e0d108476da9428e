namespace Genie.Brokers.Pulsar.Wire;

/// <summary>What answering and settling one message takes.</summary>
/// <param name="Entry">What it came in.</param>
/// <param name="Index">Its index in there.</param>
/// <param name="Answer">Where its answer goes; null if none is wanted.</param>
internal readonly record struct PulsarDelivery(PulsarEntry Entry, int Index, PulsarAnswer? Answer);
