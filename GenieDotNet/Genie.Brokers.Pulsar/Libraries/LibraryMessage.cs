using System.Buffers;

namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>A message that a library received.</summary>
/// <param name="Id">The library's name for it.</param>
/// <param name="Payload">Its bytes.</param>
/// <param name="Properties">Its way back.</param>
internal readonly record struct LibraryMessage(object Id, ReadOnlySequence<byte> Payload, LibraryProperties Properties);
