using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>Whether this machine has what System.Net.Quic needs.</summary>
public static class QuicSupport
{
    /// <summary>True if QUIC can be used here.</summary>
    public static bool IsSupported => QuicConnection.IsSupported && QuicListener.IsSupported;

    /// <summary>What to do where it cannot.</summary>
    public const string HowToInstall =
        "QUIC needs the native library MsQuic, which was not found (or is too old, or its TLS library is missing). On Linux install the package "
        + "'libmsquic' of Microsoft's package repository, or name the folder of libmsquic.so.2 in LD_LIBRARY_PATH; Windows 11 and Windows Server 2022 have it; "
        + "on macOS install 'libmsquic' with Homebrew.";

    /// <summary>Throws where QUIC cannot be used.</summary>
    /// <exception cref="PlatformNotSupportedException">It cannot; the message says what to install.</exception>
    public static void Require()
    {
        if (!IsSupported) throw new PlatformNotSupportedException(HowToInstall);
    }
}
