namespace Genie.Brokers.ProtoActor.Official.Messages;

/// <summary>What is wanted of a message's receiver.</summary>
internal enum ActorRequestKind : byte
{
    /// <summary>No answer.</summary>
    OneWay,

    /// <summary>The handler's answer.</summary>
    Request,

    /// <summary>An answer once what came before is taken; no handler sees it.</summary>
    Mark,
}
