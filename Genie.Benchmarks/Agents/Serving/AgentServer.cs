using System.Net;
using System.Net.Sockets;
using Genie.Benchmarks.Agents.Enrolment;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Links;

namespace Genie.Benchmarks.Agents.Serving;

/// <summary>Listens for controllers: enrols those that know the code, obeys those that were enrolled, refuses all others.</summary>
/// <param name="identity">Who this is.</param>
/// <param name="controllers">Who is obeyed.</param>
/// <param name="desk">Who may be enrolled.</param>
/// <param name="folder">The agent's own.</param>
/// <param name="say">Gets a line for people.</param>
internal sealed class AgentServer(AgentIdentity identity, PeerBook controllers, EnrolmentDesk desk, string folder, Action<string> say) : IAsyncDisposable
{
    // Of links whose other side has not yet said who it is.
    private const int StrangersMax = 64;
    private static readonly TimeSpan StrangerTimeout = TimeSpan.FromSeconds(10);

    private readonly SemaphoreSlim _strangers = new(StrangersMax);
    private readonly AgentSessions _sessions = new(Path.Combine(folder, "files"));

    /// <summary>Serves until cancelled, and ends what was started by then.</summary>
    public async Task RunAsync(TcpListener listener, CancellationToken cancellationToken)
    {
        List<Task> links = [];
        try
        {
            while (true)
            {
                var socket = await listener.AcceptSocketAsync(cancellationToken).ConfigureAwait(false);
                links.RemoveAll(task => task.IsCompleted);
                if (_strangers.Wait(0, CancellationToken.None)) links.Add(ServeAsync(socket, cancellationToken));
                else socket.Dispose();
            }
        }
        catch (OperationCanceledException)
        {
            // That is how it ends.
        }

        await Task.WhenAll(links).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _sessions.DisposeAsync().ConfigureAwait(false);
        _strangers.Dispose();
    }

    private async Task ServeAsync(Socket socket, CancellationToken cancellationToken)
    {
        var isStranger = true;
        var from = $"{(socket.RemoteEndPoint as IPEndPoint)?.Address}";
        try
        {
            using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            timeout.CancelAfter(StrangerTimeout);
            await using var tls = await AgentTls.AcceptAsync(socket, identity, timeout.Token).ConfigureAwait(false);
            await using var link = new LineStream(tls);
            if (await link.ReceiveAsync(AgentJsonContext.Default.AgentRequest, timeout.Token).ConfigureAwait(false) is not { } request) return;
            if (request.Verb == AgentVerb.Enroll)
            {
                await EnrollAsync(link, request, AgentTls.FingerprintOf(tls), from, timeout.Token).ConfigureAwait(false);
                return;
            }

            var fingerprint = AgentTls.FingerprintOf(tls);
            if (controllers.Read().FirstOrDefault(peer => peer.Fingerprint == fingerprint) is not { } controller)
            {
                say($"Refused somebody at {from}, who is not enrolled.");
                await RefuseAsync(link, "This machine is not enrolled at the agent, or was removed there: 'genie agents enroll NAME=HOST:PORT --code CODE', with the code that 'genie agent --enroll' prints.", timeout.Token).ConfigureAwait(false);
                return;
            }

            _strangers.Release();
            isStranger = false;
            await ObeyAsync(link, request, controller, from, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is IOException or OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The other side has gone, or was no controller; whatever it had started has ended.
            if (isStranger && !cancellationToken.IsCancellationRequested) say($"Somebody at {from} went away before saying who he is.");
        }
        finally
        {
            if (isStranger) _strangers.Release();
            socket.Dispose();
        }
    }

    private async Task ObeyAsync(LineStream link, AgentRequest request, Peer controller, string from, CancellationToken cancellationToken)
    {
        switch (request.Verb)
        {
            case AgentVerb.Open when ToolVersion.WhyNot(request.Tool) is { } difference:
                await RefuseAsync(link, difference, cancellationToken).ConfigureAwait(false);
                break;
            case AgentVerb.Open when _sessions.TryOpen(controller) is { } session:
                await RunAsync(session, link, from, cancellationToken).ConfigureAwait(false);
                break;
            case AgentVerb.Open:
                await RefuseAsync(link, $"The agent is in use by {_sessions.User}; two measurements at once would disturb each other. Try again when it has ended.", cancellationToken, isTransient: true).ConfigureAwait(false);
                break;
            case AgentVerb.Start when _sessions.Find(request.Session, controller) is { } session:
                await session.StartAsync(link, request).ConfigureAwait(false);
                break;
            default:
                await RefuseAsync(link, $"'{request.Verb}' is nothing to begin with, or its session has ended.", cancellationToken).ConfigureAwait(false);
                break;
        }
    }

    private async Task RunAsync(AgentSession session, LineStream link, string from, CancellationToken cancellationToken)
    {
        say($"{session.Controller.Name} at {from} measures.");
        try
        {
            await session.RunAsync(link, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await session.DisposeAsync().ConfigureAwait(false);
            _sessions.Close(session);
            say($"{session.Controller.Name} has ended or is lost, and what it started has ended.");
        }
    }

    private async Task EnrollAsync(LineStream link, AgentRequest request, string fingerprint, string from, CancellationToken cancellationToken)
    {
        if ((ToolVersion.WhyNot(request.Tool) ?? desk.WhyClosed()) is { } closed)
        {
            await RefuseAsync(link, closed, cancellationToken).ConfigureAwait(false);
            return;
        }

        var nonce = EnrolmentProof.CreateNonce();
        await link.SendAsync(new AgentReply { Nonce = nonce }, AgentJsonContext.Default.AgentReply, cancellationToken).ConfigureAwait(false);
        if (await link.ReceiveAsync(AgentJsonContext.Default.AgentRequest, cancellationToken).ConfigureAwait(false) is not { Verb: AgentVerb.Prove, Proof: { } proof }) return;
        var seen = new EnrolmentProof(identity.Fingerprint, fingerprint, nonce, request.Nonce is { Length: EnrolmentProof.NonceBytes } theirs ? theirs : throw new IOException("The nonce is missing."));
        var (own, error) = desk.Judge(seen, proof);
        if (own is null)
        {
            say($"Somebody at {from} tried to enrol: {error}");
            await RefuseAsync(link, error!, cancellationToken).ConfigureAwait(false);
            return;
        }

        var name = request.Name.Length is > 0 and <= 64 && request.Name.All(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '.' or '_') ? request.Name : fingerprint[..12];
        if (controllers.Read().Any(peer => peer.Name == name && peer.Fingerprint != fingerprint)) name = $"{name}-{fingerprint[..12]}";
        controllers.Add(new Peer { Name = name, Fingerprint = fingerprint, Enrolled = DateTimeOffset.UtcNow });
        say($"Enrolled {name} at {from}; the code is used.");
        await link.SendAsync(new AgentReply { Proof = own }, AgentJsonContext.Default.AgentReply, cancellationToken).ConfigureAwait(false);
    }

    private static Task RefuseAsync(LineStream link, string error, CancellationToken cancellationToken, bool isTransient = false) =>
        link.SendAsync(new AgentReply { Error = error, IsTransient = isTransient }, AgentJsonContext.Default.AgentReply, cancellationToken);
}
