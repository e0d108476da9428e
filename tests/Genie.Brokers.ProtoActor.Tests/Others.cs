using Genie.Testing;
using Genie.Testing.Listening;

namespace Genie.Brokers.ProtoActor.Tests;

/// <summary>Other processes that listen, as other machines would; see Program.cs.</summary>
internal static class Others
{
    /// <summary>Starts one; when the task completes, it listens.</summary>
    public static Task<OtherProcess> ListenAsync(string client, Uri url, string channel) =>
        ListeningProgram.StartAsync(typeof(Others), client, url.ToString(), channel);
}
