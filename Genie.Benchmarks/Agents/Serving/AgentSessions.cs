using System.Security.Cryptography;
using System.Text;
using Genie.Benchmarks.Agents.Identity;

namespace Genie.Benchmarks.Agents.Serving;

/// <summary>Who uses the agent: one controller at a time.</summary>
/// <param name="filesFolder">Where files of a controller's are kept as long as it does.</param>
internal sealed class AgentSessions(string filesFolder) : IAsyncDisposable
{
    private readonly Lock _lock = new();
    private AgentSession? _current;

    /// <summary>Who uses it now; empty for nobody.</summary>
    public string User
    {
        get
        {
            lock (_lock) return _current?.Controller.Name ?? "";
        }
    }

    /// <summary>Begins one; null while there is another.</summary>
    public AgentSession? TryOpen(Peer controller)
    {
        lock (_lock)
        {
            if (_current is not null) return null;
            return _current = new AgentSession(controller, filesFolder);
        }
    }

    /// <summary>Lets the next one in.</summary>
    public void Close(AgentSession session)
    {
        lock (_lock)
        {
            if (_current == session) _current = null;
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _current?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>The one of a secret name; null if it has ended, or is another controller's.</summary>
    public AgentSession? Find(string secret, Peer controller)
    {
        lock (_lock)
        {
            return _current is { } session && session.Controller.Fingerprint == controller.Fingerprint
                && CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(session.Secret), Encoding.UTF8.GetBytes(secret)) ? session : null;
        }
    }
}
