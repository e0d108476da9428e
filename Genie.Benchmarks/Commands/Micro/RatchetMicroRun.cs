using System.Diagnostics;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Measures two sessions that talk with each other, as the yardstick does, and the X25519 operations beside them.</summary>
internal sealed class RatchetMicroRun(ICryptoProvider provider, int size, double seconds)
{
    /// <summary>Messages of one side between two looks at the clock.</summary>
    private const int Batch = 500;

    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(500);

    /// <summary>One result after the other.</summary>
    public IEnumerable<RatchetMicroResult> Measure()
    {
        var text = new byte[size];
        new Random(1).NextBytes(text);
        var (alice, bob) = Pair();
        for (var i = 0; i < 2; i++) RoundTrip(alice, bob, text);
        OneWay(alice, bob, text, WarmUp);
        var (encrypt, decrypt) = OneWay(alice, bob, text, TimeSpan.FromSeconds(seconds));
        yield return Result("encrypt, one way", encrypt);
        yield return Result("decrypt, one way", decrypt);
        yield return Loop("ping-pong round trip", () => RoundTrip(alice, bob, text));
        using var own = provider.GenerateKey();
        using var peer = provider.GenerateKey();
        var shared = new byte[32];
        yield return Loop("X25519 DH", () => own.TryAgree(peer.PublicKey, shared));
        yield return Loop("X25519 key pair", () => provider.GenerateKey().Dispose());
        alice.Dispose();
        bob.Dispose();
    }

    private (RatchetSession Alice, RatchetSession Bob) Pair()
    {
        // Headers in the clear, as the yardsticks have them.
        var options = new RatchetOptions { Provider = provider, EncryptHeaders = false };
        var secret = Enumerable.Repeat((byte)7, 32).ToArray();
        var privateKey = new byte[32];
        using var key = provider.GenerateKey();
        key.ExportPrivateKey(privateKey);
        return (RatchetSession.Initiate(secret, key.PublicKey, "micro"u8, options), RatchetSession.Respond(secret, privateKey, "micro"u8, options));
    }

    private static void RoundTrip(RatchetSession alice, RatchetSession bob, byte[] text)
    {
        bob.Decrypt(alice.Encrypt(text));
        alice.Decrypt(bob.Encrypt(text));
    }

    /// <summary>Batches, each encrypted and then decrypted; both are timed apart.</summary>
    private static (Sample Encrypt, Sample Decrypt) OneWay(RatchetSession alice, RatchetSession bob, byte[] text, TimeSpan time)
    {
        Sample encrypt = default, decrypt = default;
        var messages = new byte[Batch][];
        while (encrypt.Time + decrypt.Time < time)
        {
            encrypt += Sample.Of(Batch, () =>
            {
                for (var i = 0; i < Batch; i++) messages[i] = alice.Encrypt(text);
            });
            decrypt += Sample.Of(Batch, () =>
            {
                for (var i = 0; i < Batch; i++) bob.Decrypt(messages[i]);
            });
        }

        return (encrypt, decrypt);
    }

    private RatchetMicroResult Loop(string operation, Action action)
    {
        const int Chunk = 20;
        Sample total = default;
        for (var warm = Stopwatch.StartNew(); warm.Elapsed < WarmUp;) action();
        while (total.Time < TimeSpan.FromSeconds(seconds))
        {
            total += Sample.Of(Chunk, () =>
            {
                for (var i = 0; i < Chunk; i++) action();
            });
        }

        return Result(operation, total);
    }

    private RatchetMicroResult Result(string operation, Sample sample) => new()
    {
        Provider = provider.Name,
        Operation = operation,
        PerSecond = Math.Round(sample.Count / sample.Time.TotalSeconds, 1),
        Nanoseconds = Math.Round(sample.Time.TotalNanoseconds / sample.Count, 1),
        Size = size,
        AllocatedBytes = sample.AllocatedBytes / sample.Count,
    };

    private readonly record struct Sample(long Count, TimeSpan Time, long AllocatedBytes)
    {
        public static Sample operator +(Sample left, Sample right) => new(left.Count + right.Count, left.Time + right.Time, left.AllocatedBytes + right.AllocatedBytes);

        public static Sample Of(long count, Action action)
        {
            var allocated = GC.GetAllocatedBytesForCurrentThread();
            var start = Stopwatch.GetTimestamp();
            action();
            return new Sample(count, Stopwatch.GetElapsedTime(start), GC.GetAllocatedBytesForCurrentThread() - allocated);
        }
    }
}
