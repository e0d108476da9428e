namespace Genie.Datagrams;

/// <summary>How a message arrived.</summary>
/// <param name="Mode">The mode that its sender chose.</param>
/// <param name="Channel">The channel that its sender chose.</param>
public readonly record struct MessageInfo(DeliveryMode Mode, byte Channel);
