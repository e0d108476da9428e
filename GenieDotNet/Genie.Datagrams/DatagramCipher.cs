namespace Genie.Datagrams;

/// <summary>What encrypts and authenticates the packets of a connection over UDP. Both have a key of 32 bytes and a tag of 16.</summary>
public enum DatagramCipher
{
    /// <summary>AES-256 in Galois/counter mode: the faster one on processors with instructions for AES.</summary>
    Aes256Gcm = 1,

    /// <summary>ChaCha20-Poly1305 (RFC 8439): the faster one on processors without.</summary>
    ChaCha20Poly1305 = 2,
}
