using System.Security.Cryptography;
using System.Text;

namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>User and password of the PLAIN mechanism (ZeroMQ RFC 24). They travel in the clear: for trusted networks only.</summary>
internal sealed record ZmtpCredentials(string User, string Password)
{
    /// <summary>The HELLO of a client.</summary>
    public ZmtpCommand ToHello()
    {
        byte[] user = Encoding.UTF8.GetBytes(User), password = Encoding.UTF8.GetBytes(Password);
        return new ZmtpCommand(ZmtpCommand.Hello, [(byte)user.Length, .. user, (byte)password.Length, .. password]);
    }

    /// <summary>True if the HELLO carries these credentials; takes the same time whatever differs.</summary>
    public bool Match(ZmtpCommand hello)
    {
        var rest = hello.Data.AsSpan();
        var user = ZmtpCommand.TakeShort(ref rest);
        var password = ZmtpCommand.TakeShort(ref rest);
        return Same(user, User) & Same(password, Password);
    }

    private static bool Same(string left, string right) =>
        CryptographicOperations.FixedTimeEquals(SHA256.HashData(Encoding.UTF8.GetBytes(left)), SHA256.HashData(Encoding.UTF8.GetBytes(right)));
}
