namespace Genie.EventStore.Embedded.Log;

/// <summary>Where an event is, and in which segment, whose file is open for the section in which that was looked up (<see cref="Disk.ReadSections"/>).</summary>
internal readonly record struct EventLocation(Segment Segment, long Offset);
