namespace Genie.Brokers.Links;

/// <summary>How a link is encrypted. The defaults trust what the operating system trusts.</summary>
public sealed record LinkTls
{
    /// <summary>PEM file of the authorities to trust instead of the system's; also a self-signed server certificate. Empty: the system's.</summary>
    public string CaFile { get; init; } = "";

    /// <summary>PEM file of the certificate that this client shows. Empty: none.</summary>
    public string CertificateFile { get; init; } = "";

    /// <summary>PEM file of that certificate's key. Empty: the key is in <see cref="CertificateFile"/>.</summary>
    public string KeyFile { get; init; } = "";

    /// <summary>The name that the server's certificate must carry. Empty: the host that is connected to.</summary>
    public string ServerName { get; init; } = "";
}
