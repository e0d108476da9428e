using Genie.Brokers.Drivers;
using Genie.Brokers.InMemory;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>The in-memory driver under encryption, for the conformance suite. Both sides are one broker, as the suite has it.</summary>
internal sealed class EncryptedDriver : IBrokerDriver
{
    private readonly InMemoryDriver _inner = new();

    public string Broker => _inner.Broker;

    public string Client => _inner.Client;

    public string ClientVersion => _inner.ClientVersion;

    public bool InProcess => true;

    public GuaranteeCard Guarantees => _inner.Guarantees;

    /// <summary>Each message is a new array on its way through each layer, and so are its keys.</summary>
    public AllocationBounds Allocations { get; } = new(BytesPerRequest: 16_384, BytesPerSend: 8_192);

    public Type OptionsType => _inner.OptionsType;

    public IBroker Create(object options)
    {
        var identity = IdentityKeyPair.Generate();
        return new EncryptedBroker(_inner.Create(options), new EncryptionOptions { Identity = identity, Listener = identity.Public });
    }
}
