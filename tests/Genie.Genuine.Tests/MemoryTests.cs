using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Tests;

/// <summary>Counts what the whole process holds, so nothing else may run meanwhile.</summary>
[CollectionDefinition(nameof(MemoryTests), DisableParallelization = true)]
[Collection(nameof(MemoryTests))]
public sealed class MemoryTests
{
    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void Message_into_own_memory_allocates_little_and_a_session_is_small(string provider, bool encryptHeaders)
    {
        using var pair = Pair.Of(provider, encryptHeaders);
        pair.Bob.Decrypt(pair.Alice.Encrypt([1]));
        byte[] text = new byte[256], message = new byte[512];
        for (var i = 0; i < 200; i++) pair.Bob.TryDecrypt(message.AsSpan(0, pair.Alice.Encrypt(text.AsSpan(), message.AsSpan())), text, out _);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1_000; i++) Assert.True(pair.Bob.TryDecrypt(message.AsSpan(0, pair.Alice.Encrypt(text.AsSpan(), message.AsSpan())), text, out _));
        var each = (GC.GetAllocatedBytesForCurrentThread() - before) / 1_000;
        Assert.True(each < 1_024, $"{each} bytes for an encryption and a decryption");

        var sessions = new RatchetSession[200];
        var stored = pair.Bob.Export(Pair.StorageKey);
        before = GC.GetTotalMemory(forceFullCollection: true);
        for (var i = 0; i < sessions.Length; i++) sessions[i] = RatchetSession.Import(stored, Pair.StorageKey, pair.Options);
        var size = (GC.GetTotalMemory(forceFullCollection: true) - before) / sessions.Length;
        GC.KeepAlive(sessions);
        foreach (var session in sessions) session.Dispose();
        Assert.True(size < 2_048, $"{size} bytes a session");
    }
}
