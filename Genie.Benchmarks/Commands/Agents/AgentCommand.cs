using System.CommandLine;
using System.Net;
using System.Net.Sockets;
using Genie.Benchmarks.Agents.Enrolment;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Serving;

namespace Genie.Benchmarks.Commands.Agents;

/// <summary><c>genie agent</c>: runs clients and workers for other machines.</summary>
internal sealed class AgentCommand
{
    private readonly ParsedOption<IPEndPoint> _listen = Options.Of("--listen", "Where to wait for controllers; port 0 takes a free one, which is printed", $"0.0.0.0:{AgentsEnrollCommand.StandardPort}", EndPointText.ParseAddress);
    private readonly Option<string> _folder = AgentFolderOption.OfAgent();
    private readonly Option<bool> _enroll = new("--enroll") { Description = "Prints a code by which one more machine can be enrolled; where none is yet, it does so by itself" };
    private readonly Option<string?> _codeFile = new("--code-file")
    {
        Description = "Takes the code from a file instead, as where nobody reads what is printed: the first line, as 'genie agents code' makes it",
        HelpName = "FILE",
    };

    private AgentCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var agent = new AgentCommand();
        var command = new Command("agent") { agent._listen, agent._folder, agent._enroll, agent._codeFile };
        command.SetAction(agent.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var (folder, output) = (parsed.GetValue(_folder)!, parsed.InvocationConfiguration.Output);
        using var identity = AgentIdentity.Open(folder);
        var controllers = PeerBook.OfControllers(folder);
        var desk = new EnrolmentDesk(TimeProvider.System);
        using var listener = Listen(_listen.Read(parsed)!);
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        Say($"Agent at {listener.LocalEndpoint}, key {identity.Fingerprint[..16]}; Ctrl-C ends.");
        if (parsed.GetValue(_enroll) || controllers.Read().Count == 0) OpenDesk(desk, parsed.GetValue(_codeFile), port, Say);
        await using var server = new AgentServer(identity, controllers, desk, folder, Say);
        await server.RunAsync(listener, cancellationToken).ConfigureAwait(false);
        return ExitCode.Success;

        void Say(string line)
        {
            lock (output)
            {
                output.WriteLine(line.Printable());
                output.Flush();
            }
        }
    }

    private static void OpenDesk(EnrolmentDesk desk, string? codeFile, int port, Action<string> say)
    {
        if (codeFile is not null)
        {
            desk.Open(CodeFile.Read(codeFile));
            say($"Enrolment is open for {EnrolmentDesk.Lifetime.TotalMinutes:0} minutes, once, with the code of {codeFile}.");
            return;
        }

        var code = desk.Open();
        say($"Enrolment code, good once and for {EnrolmentDesk.Lifetime.TotalMinutes:0} minutes: {code}");
        say($"On the machine that is to measure: genie agents enroll NAME={Dns.GetHostName()}:{port} --code {code}");
    }

    private static TcpListener Listen(IPEndPoint address)
    {
        var listener = new TcpListener(address);
        try
        {
            listener.Start();
            return listener;
        }
        catch (SocketException error)
        {
            listener.Dispose();
            throw new IOException($"--listen {address}: {error.Message}. Another agent may listen there; name another port.", error);
        }
    }
}
