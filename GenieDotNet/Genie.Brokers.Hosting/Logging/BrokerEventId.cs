namespace Genie.Brokers.Hosting.Logging;

/// <summary>Ids of the log's events, in the category <c>Genie.Brokers</c>, or <c>Genie.Brokers.NAME</c> of a named broker. They never change their meaning.</summary>
public static class BrokerEventId
{
    /// <summary>A connection was opened. Information.</summary>
    public const int Connected = 1;

    /// <summary>A listener was opened. Information.</summary>
    public const int Listening = 2;

    /// <summary>A link ended without being asked to; it is being opened again. Warning.</summary>
    public const int LinkLost = 3;

    /// <summary>An attempt to open a link again failed; another follows. Information.</summary>
    public const int LinkReconnecting = 4;

    /// <summary>A link is there again. Information.</summary>
    public const int LinkRestored = 5;

    /// <summary>The server refuses to restore a link (credentials, TLS); it is asked again slowly. Error.</summary>
    public const int LinkRefused = 6;

    /// <summary>A handler threw, and its message's sender has the error as the answer. Error.</summary>
    public const int HandlerFailed = 7;

    /// <summary>A handler threw, and its message comes again. Warning.</summary>
    public const int Redelivered = 8;

    /// <summary>A handler threw, and its message is gone, or where the system's dead letters go. Error.</summary>
    public const int GivenUp = 9;

    /// <summary>A listener was stopped whose handlers did not end in time; they were cancelled. Warning.</summary>
    public const int HandlersCancelled = 10;

    /// <summary>A listener was stopped whose handlers do not heed their token; they were left running. Error.</summary>
    public const int HandlersAbandoned = 11;

    /// <summary>A listener could not be opened; another attempt follows. Warning.</summary>
    public const int ListeningFailed = 12;

    /// <summary>The server refuses a listener (credentials, permission, TLS); it is asked again slowly. Error.</summary>
    public const int ListeningRefused = 13;
}
