namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>How a call of a grain has ended. A status and not an exception: it is the same whatever Orleans knows how to serialize.</summary>
internal enum AnswerStatus : byte
{
    /// <summary>It is done, and kept.</summary>
    Done,

    /// <summary>It may not be done now, and nothing was changed.</summary>
    Refused,

    /// <summary>It may be done or not: the storage has not confirmed it.</summary>
    Unknown,

    /// <summary>It will not be done until something is changed.</summary>
    Misfit,
}
