using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests.Servers;

/// <summary>Artemis, started by the script that GENIE_TEST_ARTEMIS_START names.</summary>
public sealed class ArtemisFixture : ActiveMQFixture
{
    private const string Name = "artemis";

    public override string? Unavailable => ServerUnderTest.WhyUnavailable(Name, ScriptServer.Find(Name) is not null);

    public override string Destination(string queue) => queue;

    public override string AnswerDestination(string replyTo) => replyTo.Replace("topic\\c//", "", StringComparison.Ordinal);

    public static Task<ServerProcess> StartAsync(string folder, ActiveMQPorts ports, string? password, string? tlsFile)
    {
        var variables = new Dictionary<string, string> { ["STOMP_PORT"] = $"{Ports.PickFree()}", ["HEAP"] = "512m" };
        if (password is not null) variables["PASSWORD"] = password;
        if (tlsFile is not null) (variables["TLS_PORT"], variables["TLS_PEM"]) = ($"{ports.Tls}", tlsFile);
        return ScriptServer.StartAsync(Name, ScriptServer.Find(Name)!, folder, ports.Plain, variables, default);
    }

    protected override Task<ServerProcess> StartAsync(string folder, ActiveMQPorts ports, string? password) =>
        StartAsync(folder, ports, password is null ? null : EscapeForProperties(password), tlsFile: null);

    // The script writes the password into a Java properties file, where a backslash begins an escape.
    private static string EscapeForProperties(string password) => password.Replace("\\", "\\\\", StringComparison.Ordinal);
}
