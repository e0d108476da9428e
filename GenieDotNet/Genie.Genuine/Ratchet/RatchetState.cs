using System.Security.Cryptography;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>What one side of a session knows, named as in the Double Ratchet's sections 3.2 and 4.3. All secrets lie in one array, zeroed at the end.</summary>
internal sealed class RatchetState : IDisposable
{
    private const int SecretCount = 7;
    private readonly byte[] _secrets = new byte[SecretCount * Sizes.Key];
    private readonly byte[] _peer = new byte[Sizes.Key];
    private readonly byte[] _associatedData = new byte[Sizes.Key];

    /// <summary>DHs: this side's ratchet key pair.</summary>
    public required AgreementKey Own { get; set; }

    /// <summary>DHr: the other side's ratchet key, valid if <see cref="HasPeer"/>.</summary>
    public Span<byte> Peer => _peer;

    /// <summary>False on the answering side until its first message.</summary>
    public bool HasPeer { get; set; }

    /// <summary>A hash of what the handshake bound the session to, with a fixed length so that nothing can be shifted into it.</summary>
    public Span<byte> AssociatedData => _associatedData;

    /// <summary>RK.</summary>
    public Span<byte> RootKey => Secret(0);

    /// <summary>CKs, valid if <see cref="CanSend"/>.</summary>
    public Span<byte> SendingChain => Secret(1);

    /// <summary>CKr, valid if <see cref="CanReceive"/>.</summary>
    public Span<byte> ReceivingChain => Secret(2);

    /// <summary>HKs.</summary>
    public Span<byte> SendingHeaderKey => Secret(3);

    /// <summary>HKr, valid if <see cref="CanReceive"/>.</summary>
    public Span<byte> ReceivingHeaderKey => Secret(4);

    /// <summary>NHKs.</summary>
    public Span<byte> NextSendingHeaderKey => Secret(5);

    /// <summary>NHKr.</summary>
    public Span<byte> NextReceivingHeaderKey => Secret(6);

    /// <summary>All of the above together, for storing.</summary>
    public Span<byte> Secrets => _secrets;

    /// <summary>There is a sending chain.</summary>
    public bool CanSend { get; set; }

    /// <summary>There is a receiving chain.</summary>
    public bool CanReceive { get; set; }

    /// <summary>Ns: messages sent in the sending chain.</summary>
    public uint SentCount { get; set; }

    /// <summary>Nr: the number that the receiving chain gives next.</summary>
    public uint ReceivedCount { get; set; }

    /// <summary>PN: messages in the sending chain before.</summary>
    public uint PreviousSentCount { get; set; }

    /// <summary>The keys are gone.</summary>
    public bool IsDisposed { get; private set; }

    /// <summary>MKSKIPPED.</summary>
    public required SkippedKeys Skipped { get; init; }

    /// <inheritdoc/>
    public void Dispose()
    {
        CryptographicOperations.ZeroMemory(_secrets);
        Skipped.Clear();
        Own.Dispose();
        CanSend = CanReceive = false;
        IsDisposed = true;
    }

    private Span<byte> Secret(int index) => _secrets.AsSpan(index * Sizes.Key, Sizes.Key);
}
