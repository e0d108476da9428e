namespace Genie.Brokers.Mqtt;

/// <summary>Reason codes: MQTT 5.0 section 2.4.</summary>
internal static class MqttReasons
{
    public const byte Success = 0x00;
    public const byte NoMatchingSubscribers = 0x10;
    public const byte UnspecifiedError = 0x80;
    public const byte ImplementationSpecificError = 0x83;
    public const byte UnsupportedProtocolVersion = 0x84;
    public const byte BadUserNameOrPassword = 0x86;
    public const byte NotAuthorized = 0x87;
    public const byte BadAuthenticationMethod = 0x8C;
    public const byte PacketTooLarge = 0x95;

    // Those after which the same may succeed: busy, unavailable, limits of the moment, taken over, shutting down.
    private static readonly byte[] Transient = [UnspecifiedError, ImplementationSpecificError, 0x88, 0x89, 0x8B, 0x8D, 0x8E, 0x91, 0x93, 0x96, 0x97, 0x98, 0x9C, 0x9F, 0xA0];

    public static bool IsError(byte code) => code >= UnspecifiedError;

    /// <summary>The error for a refused CONNECT.</summary>
    public static BrokerException RefusedConnection(byte code, string reason) => code switch
    {
        BadUserNameOrPassword or NotAuthorized or BadAuthenticationMethod => new BrokerAuthenticationException(MqttDrivers.Broker, Describe(code, reason)),

        // 1 is what a server of MQTT 3.1.1 answers.
        UnsupportedProtocolVersion or 1 => new BrokerSettingException("mqtt: the server does not speak MQTT 5. Use one that does: mosquitto 1.6, EMQX 3, HiveMQ 4 or newer."),
        _ => new MqttReasonException(code, "the connection", Describe(code, reason), IsTransient(code)),
    };

    /// <summary>The error for a refused publication or subscription.</summary>
    /// <param name="code">0x80 or more.</param>
    /// <param name="what">What was refused.</param>
    /// <param name="reason">What the server adds; may be empty.</param>
    public static BrokerException Refused(byte code, string what, string reason) => code == NotAuthorized
        ? new BrokerPermissionException(MqttDrivers.Broker, $"{what}: {Describe(code, reason)}")
        : new MqttReasonException(code, what, Describe(code, reason), IsTransient(code));

    /// <summary>The error for a DISCONNECT by the server.</summary>
    public static BrokerException Ended(byte code, string reason) =>
        new LinkLostException(MqttDrivers.Broker, $"the server ended it: 0x{code:X2} {Describe(code, reason)}");

    public static string Describe(byte code, string reason) => reason.Length > 0 ? $"{Name(code)}: {reason}" : Name(code);

    private static bool IsTransient(byte code) => Transient.AsSpan().Contains(code);

    private static string Name(byte code) => code switch
    {
        Success => "normal",
        NoMatchingSubscribers => "no matching subscribers",
        UnspecifiedError => "unspecified error",
        0x81 => "malformed packet",
        0x82 => "protocol error",
        ImplementationSpecificError => "implementation specific error",
        UnsupportedProtocolVersion => "unsupported protocol version",
        0x85 => "client identifier not valid",
        BadUserNameOrPassword => "bad user name or password",
        NotAuthorized => "not authorized",
        0x88 => "server unavailable",
        0x89 => "server busy",
        0x8A => "banned",
        0x8B => "server shutting down",
        BadAuthenticationMethod => "bad authentication method",
        0x8D => "keep alive timeout",
        0x8E => "session taken over",
        0x8F => "topic filter invalid",
        0x90 => "topic name invalid",
        0x91 => "packet identifier in use",
        0x92 => "packet identifier not found",
        0x93 => "receive maximum exceeded",
        0x94 => "topic alias invalid",
        PacketTooLarge => "packet too large",
        0x96 => "message rate too high",
        0x97 => "quota exceeded",
        0x98 => "administrative action",
        0x99 => "payload format invalid",
        0x9A => "retain not supported",
        0x9B => "QoS not supported",
        0x9C => "use another server",
        0x9D => "server moved",
        0x9E => "shared subscriptions not supported",
        0x9F => "connection rate exceeded",
        0xA0 => "maximum connect time",
        0xA1 => "subscription identifiers not supported",
        0xA2 => "wildcard subscriptions not supported",
        _ => "a reason not in the specification",
    };
}
