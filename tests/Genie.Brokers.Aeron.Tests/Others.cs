using Genie.Testing;

namespace Genie.Brokers.Aeron.Tests;

/// <summary>Other processes that listen or send; see Program.cs.</summary>
internal static class Others
{
    private const string Ready = "ready";

    /// <summary>Starts one; when the task completes, it listens.</summary>
    public static Task<OtherProcess> ListenAsync(string client, string folder, string channel) => OtherProcess.StartAsync(typeof(Others), Ready, client, folder, channel);

    /// <summary>Starts one; when the task completes, so many messages are in the log.</summary>
    public static Task<OtherProcess> SendAsync(string client, string folder, string channel, int count) =>
        OtherProcess.StartAsync(typeof(Others), Ready, client, folder, channel, $"{count}");
}
