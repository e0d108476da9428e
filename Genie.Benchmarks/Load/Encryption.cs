using Genie.Brokers;
using Genie.Brokers.Encryption;
using Genie.Genuine.Identities;

namespace Genie.Benchmarks.Load;

/// <summary>Brokers of both sides of an encrypted row. Their identities last as long as their process, which measures one row.</summary>
internal static class Encryption
{
    /// <summary>The worker's side.</summary>
    public static EncryptedBroker OfListener(IBroker broker) => new(broker, new EncryptionOptions { Identity = IdentityKeyPair.Generate() });

    /// <summary>The client's side.</summary>
    /// <param name="broker">The messaging system.</param>
    /// <param name="listener">Who listens, in hexadecimal, as the worker reported by the control channel.</param>
    public static EncryptedBroker OfClient(IBroker broker, string listener) => new(broker, new EncryptionOptions
    {
        Identity = IdentityKeyPair.Generate(),
        Listener = new PublicIdentity(Convert.FromHexString(listener)),
    });

    /// <summary>Both sides, where client and worker are one process.</summary>
    public static EncryptedBroker OfBoth(IBroker broker)
    {
        var identity = IdentityKeyPair.Generate();
        return new EncryptedBroker(broker, new EncryptionOptions { Identity = identity, Listener = identity.Public });
    }
}
