namespace Genie.Relay.Configuration;

/// <summary>How a line of the log looks.</summary>
public enum LogFormat
{
    /// <summary>One JSON object a line.</summary>
    Json,

    /// <summary>Plain text.</summary>
    Text,
}
