using Genie.Testing;

namespace Genie.Relay.Tests.Running;

/// <summary>A call that a worker answers once it is released.</summary>
internal sealed class HeldCall : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public HeldCall(TestRelay relay) => Answer = relay.CallAsync("WaitForFile", Path.Combine(_folder.Path, "released"));

    /// <summary>The id of the worker's process.</summary>
    public Task<string> Answer { get; }

    /// <summary>Lets it end, and waits until it has.</summary>
    public async Task<string> ReleaseAsync()
    {
        _folder.Write("released", "");
        return await Answer;
    }

    public void Dispose() => _folder.Dispose();
}
