namespace Genie.EventStore;

/// <summary>An event to be appended.</summary>
/// <param name="Type">What happened, up to 1,024 bytes of UTF-8.</param>
/// <param name="Payload">Its content; the store does not look into it.</param>
public readonly record struct NewEvent(string Type, ReadOnlyMemory<byte> Payload);
