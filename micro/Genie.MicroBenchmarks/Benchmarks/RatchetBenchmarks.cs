using BenchmarkDotNet.Attributes;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.MicroBenchmarks.Benchmarks;

/// <summary>Messages of 256 bytes of two sessions that talk with each other, by either provider.</summary>
[MemoryDiagnoser]
public class RatchetBenchmarks
{
    private const int Messages = 500;
    private static readonly byte[] Text = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];

    private readonly byte[][] _messages = new byte[Messages][];
    private readonly byte[] _opened = new byte[Text.Length];
    private RatchetSession _alice = null!;
    private RatchetSession _bob = null!;

    public static IEnumerable<string> Providers => CryptoProviders.Native is { } native ? [CryptoProviders.Managed.Name, native.Name] : [CryptoProviders.Managed.Name];

    [ParamsSource(nameof(Providers))]
    public string Provider { get; set; } = "";

    [GlobalSetup]
    public void Start()
    {
        var provider = Provider == CryptoProviders.Managed.Name ? CryptoProviders.Managed : CryptoProviders.Native!;
        // Headers in the clear, as the yardsticks have them.
        var options = new RatchetOptions { Provider = provider, EncryptHeaders = false };
        var (secret, privateKey) = (new byte[32], new byte[32]);
        using var key = provider.GenerateKey();
        key.ExportPrivateKey(privateKey);
        _alice = RatchetSession.Initiate(secret, key.PublicKey, "micro"u8, options);
        _bob = RatchetSession.Respond(secret, privateKey, "micro"u8, options);
        RoundTrip();
    }

    [GlobalCleanup]
    public void Stop()
    {
        _alice.Dispose();
        _bob.Dispose();
    }

    /// <summary>One side sends, and the other reads what was just sent.</summary>
    [Benchmark(OperationsPerInvoke = Messages)]
    public void EncryptAndDecryptOneWay()
    {
        for (var i = 0; i < Messages; i++) _messages[i] = _alice.Encrypt(Text);
        for (var i = 0; i < Messages; i++) _bob.TryDecrypt(_messages[i], _opened, out _);
    }

    /// <summary>A message each way: both sides make a new key pair and agree anew.</summary>
    [Benchmark]
    public void RoundTrip()
    {
        _bob.TryDecrypt(_alice.Encrypt(Text), _opened, out _);
        _alice.TryDecrypt(_bob.Encrypt(Text), _opened, out _);
    }
}
