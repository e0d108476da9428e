using Genie.Benchmarks.Agents.Identity;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Agents;

public sealed class AgentIdentityTests
{
    [Fact]
    public void A_key_is_made_once_and_read_by_its_user_only()
    {
        using var folder = new TemporaryFolder();
        var own = Path.Combine(folder.Path, "agent");
        using var first = AgentIdentity.Open(own);
        using var second = AgentIdentity.Open(own);
        Assert.Equal(first.Fingerprint, second.Fingerprint);
        Assert.True(second.Certificate.HasPrivateKey);
        Assert.Matches("^[0-9a-f]{64}$", first.Fingerprint);
        using var other = AgentIdentity.Open(Path.Combine(folder.Path, "other"));
        Assert.NotEqual(first.Fingerprint, other.Fingerprint);
        if (OperatingSystem.IsWindows()) return;
        var file = Assert.Single(Directory.GetFiles(own));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(own));
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        Assert.Contains("chmod 600", Assert.Throws<IOException>(() => AgentIdentity.Open(own)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_no_key_is_named()
    {
        using var folder = new TemporaryFolder();
        AgentIdentity.Open(folder.Path).Dispose();
        var file = Path.Combine(folder.Path, "identity.pem");
        File.WriteAllText(file, "nothing");
        Assert.Contains(file, Assert.Throws<IOException>(() => AgentIdentity.Open(folder.Path)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Peers_are_kept_by_name_and_forgotten()
    {
        using var folder = new TemporaryFolder();
        var book = PeerBook.OfAgents(folder.Path);
        Assert.Empty(book.Read());
        book.Add(new Peer { Name = "b", Host = "bench-2", Port = 5099, Fingerprint = "11", Enrolled = DateTimeOffset.UnixEpoch });
        book.Add(new Peer { Name = "a", Host = "::1", Port = 5099, Fingerprint = "22" });
        book.Add(new Peer { Name = "b", Host = "bench-3", Port = 5098, Fingerprint = "33" });
        Assert.Equal(["a [::1]:5099 22", "b bench-3:5098 33"], PeerBook.OfAgents(folder.Path).Read().Select(peer => $"{peer.Name} {peer.Address} {peer.Fingerprint}"));
        Assert.True(book.Remove("a"));
        Assert.False(book.Remove("a"));
        Assert.Equal("b", Assert.Single(book.Read()).Name);
        File.WriteAllText(Path.Combine(folder.Path, "agents.json"), "[{");
        Assert.Contains("damaged", Assert.Throws<IOException>(() => book.Read()).Message, StringComparison.Ordinal);
    }
}
