using System.CommandLine;
using Genie.Genuine.Primitives;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro ratchet</c>: Genie.Genuine alone, with the operations and fields of the yardstick <c>peers-rs ratchet</c>.</summary>
internal static class RatchetMicroCommand
{
    private const string All = "all", Fastest = "fastest", Managed = "bouncycastle", Native = "libcrypto", Sodium = "libsodium";

    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var size = Options.OfCount("--size", "Bytes of a message", "256", min: 0);
        var seconds = new Option<double>("--seconds") { Description = "How long to measure each operation", DefaultValueFactory = _ => 3 };
        var provider = new Option<string>("--provider") { Description = "Who computes", DefaultValueFactory = _ => All };
        provider.AcceptOnlyFromAmong(All, Fastest, Managed, Native, Sodium);
        var json = new Option<bool>("--json") { Description = "Print one JSON object a line" };
        var command = new Command("ratchet", "The Double Ratchet alone: messages and round trips a second on one core") { size, seconds, provider, json };
        command.SetAction(parsed =>
        {
            ICryptoProvider?[] providers = parsed.GetValue(provider) switch
            {
                Fastest => [CryptoProviders.Best],
                Managed => [CryptoProviders.Managed],
                Sodium => [CryptoProviders.Sodium ?? throw new BadArgumentException("libsodium: there is none for this machine, or it does not give the published results.")],
                Native => [CryptoProviders.Native ?? throw new BadArgumentException("libcrypto: OpenSSL 3 is not loaded here, or does not give the published results.")],
                _ => [CryptoProviders.Native, CryptoProviders.Managed],
            };
            foreach (var each in providers.OfType<ICryptoProvider>())
            {
                var run = new RatchetMicroRun(each, (int)size.Read(parsed), parsed.GetValue(seconds));
                foreach (var result in run.Measure()) parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? result.ToJson() : result.ToText());
            }

            return ExitCode.Success;
        });
        return command;
    }
}
