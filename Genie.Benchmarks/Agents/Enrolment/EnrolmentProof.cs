using System.Security.Cryptography;
using System.Text;

namespace Genie.Benchmarks.Agents.Enrolment;

/// <summary>
/// Proves that one side knows the code, and which two certificates it sees: HMAC-SHA-256 (RFC 2104) with the code as the key, over the side, both nonces and both certificates' hashes. Who
/// stands in between has certificates of his own, so that neither side's proof holds for the other.
/// </summary>
/// <param name="AgentFingerprint">The agent's certificate's hash, as this side sees it.</param>
/// <param name="ControllerFingerprint">The controller's.</param>
/// <param name="AgentNonce">The agent's random bytes.</param>
/// <param name="ControllerNonce">The controller's.</param>
internal sealed record EnrolmentProof(string AgentFingerprint, string ControllerFingerprint, byte[] AgentNonce, byte[] ControllerNonce)
{
    /// <summary>Bytes of a nonce.</summary>
    public const int NonceBytes = 32;

    private const string Label = "genie agent enrolment 1";

    /// <summary>Random bytes.</summary>
    public static byte[] CreateNonce() => RandomNumberGenerator.GetBytes(NonceBytes);

    /// <summary>The controller's proof.</summary>
    /// <param name="code">The code, normalised.</param>
    public byte[] OfController(string code) => Compute(code, "controller");

    /// <summary>The agent's.</summary>
    /// <param name="code">The code, normalised.</param>
    public byte[] OfAgent(string code) => Compute(code, "agent");

    /// <summary>Compares in a time that does not depend on where they differ.</summary>
    public static bool AreEqual(ReadOnlySpan<byte> one, ReadOnlySpan<byte> other) => CryptographicOperations.FixedTimeEquals(one, other);

    private byte[] Compute(string code, string side)
    {
        // Every part but the two names has a fixed length, and those have line ends after them.
        var text = Encoding.ASCII.GetBytes($"{Label}\n{side}\n{AgentFingerprint}\n{ControllerFingerprint}\n");
        byte[] said = [.. text, .. AgentNonce, .. ControllerNonce];
        return HMACSHA256.HashData(Encoding.ASCII.GetBytes(code), said);
    }
}
