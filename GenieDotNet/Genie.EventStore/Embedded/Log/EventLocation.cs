namespace Genie.EventStore.Embedded.Log;

/// <summary>Where an event is, and in which file: that one stays open for who reads it, though another may have taken its place.</summary>
internal readonly record struct EventLocation(Segment Segment, long Offset);
