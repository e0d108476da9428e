using System.Buffers.Binary;
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace DatagramEcho;

/// <summary>What connections of MsQuic need besides: the library itself, a registration, and a configuration for each side.</summary>
internal sealed unsafe class QuicEndpoints : IDisposable
{
    private static readonly Lazy<nint> Opened = new(Open);
    private static readonly byte[] Protocol = Encoding.ASCII.GetBytes("echo");

    private readonly nint _registration;
    private readonly nint _client;

    public QuicEndpoints()
    {
        nint registration;
        Check(Api->OpenRegistration(null, &registration), "opens no registration");
        _registration = registration;
        Server = Configure(new QuicApi.Credential { Kind = QuicApi.CredentialKind.Pkcs12 }, Certificate());
        _client = Configure(new QuicApi.Credential { Flags = QuicApi.CredentialFlags.Client | QuicApi.CredentialFlags.NoCertificateValidation }, []);
    }

    /// <summary>The functions of the library.</summary>
    public static QuicApi.Table* Api => (QuicApi.Table*)Opened.Value;

    /// <summary>The configuration of connections that a listener takes.</summary>
    public nint Server { get; }

    /// <exception cref="InvalidOperationException">A call did not succeed.</exception>
    public static void Check(int status, string what)
    {
        if (status is not (QuicApi.Succeeded or QuicApi.Pending)) throw new InvalidOperationException($"MsQuic {what}: status {status}.");
    }

    /// <summary>Listens at 127.0.0.1.</summary>
    /// <returns>The listener, and its port.</returns>
    public (nint Listener, ushort Port) Listen(void* handler, void* context)
    {
        nint listener;
        Check(Api->OpenListener(_registration, handler, context, &listener), "opens no listener");
        var address = new QuicApi.Address { Family = QuicApi.AddressFamilyIPv4, Ip = BitConverter.ToUInt32(IPAddress.Loopback.GetAddressBytes()) };
        var length = (uint)sizeof(QuicApi.Address);
        fixed (byte* protocol = Protocol)
        {
            var name = new QuicApi.Buffer { Length = (uint)Protocol.Length, Bytes = protocol };
            Check(Api->StartListener(listener, &name, 1, &address), "does not listen");
        }

        Check(Api->GetParameter(listener, QuicApi.ListenerLocalAddress, &length, &address), "does not tell its port");
        return (listener, BinaryPrimitives.ReverseEndianness(address.Port));
    }

    /// <summary>Begins a connection to 127.0.0.1.</summary>
    public nint Connect(ushort port, void* handler, void* context)
    {
        nint connection;
        Check(Api->OpenConnection(_registration, handler, context, &connection), "opens no connection");
        fixed (byte* name = "127.0.0.1\0"u8) Check(Api->StartConnection(connection, _client, QuicApi.AddressFamilyIPv4, name, port), "begins no connection");
        return connection;
    }

    /// <summary>Ends all connections that are left, and waits until they are closed.</summary>
    public void Dispose()
    {
        Api->ShutdownRegistration(_registration, QuicApi.ShutdownSilent, 0);
        Api->CloseConfiguration(Server);
        Api->CloseConfiguration(_client);
        Api->CloseRegistration(_registration);
    }

    private static nint Open()
    {
        QuicApi.Table* table;
        Check(QuicApi.OpenVersion(QuicApi.Version, &table), "does not open");
        return (nint)table;
    }

    private static byte[] Certificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256);
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return certificate.Export(X509ContentType.Pkcs12);
    }

    private nint Configure(QuicApi.Credential credential, byte[] certificate)
    {
        var settings = new QuicApi.Settings
        {
            IsSet = QuicApi.Settings.DatagramReceiveIsSet | QuicApi.Settings.PeerStreamsIsSet,
            PeerUnidirectionalStreams = 1,
            Flags = QuicApi.Settings.DatagramReceive,
        };
        nint configuration;
        fixed (byte* protocol = Protocol, bytes = certificate)
        {
            var name = new QuicApi.Buffer { Length = (uint)Protocol.Length, Bytes = protocol };
            Check(Api->OpenConfiguration(_registration, &name, 1, &settings, (uint)sizeof(QuicApi.Settings), null, &configuration), "opens no configuration");
            var pkcs12 = new QuicApi.Pkcs12 { Bytes = bytes, Length = (uint)certificate.Length };
            if (credential.Kind == QuicApi.CredentialKind.Pkcs12) credential.Certificate = &pkcs12;
            Check(Api->LoadCredential(configuration, &credential), "loads no certificate");
        }

        return configuration;
    }
}
