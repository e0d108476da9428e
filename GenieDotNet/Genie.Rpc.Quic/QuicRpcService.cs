using System.Net.Quic;
using System.Runtime.CompilerServices;
using Genie.Observing;

namespace Genie.Rpc.Quic;

/// <summary>
/// Functions that can be called over QUIC connections, and clients bound to connections. Either side of a connection may serve, call, or both.
/// </summary>
/// <typeparam name="TContext">What the functions know about a connection.</typeparam>
public sealed partial class QuicRpcService<TContext>
{
    private readonly ConditionalWeakTable<QuicConnection, QuicRpcChannel> _channels = [];

    /// <summary>Creates a service without functions.</summary>
    /// <param name="serializer">Null: MemoryPack.</param>
    /// <param name="options">Null: the defaults.</param>
    /// <param name="services">What <see cref="QuicRpcContext{TContext}.Services"/> gives.</param>
    public QuicRpcService(QuicRpcSerializer? serializer = null, QuicRpcOptions? options = null, IServiceProvider? services = null)
    {
        Serializer = serializer ?? new MemoryPackQuicRpcSerializer();
        Options = options ?? new QuicRpcOptions();
        Options.Validate();
        Services = services;
    }

    /// <summary>Raised for handlers' unexpected exceptions, whose callers learn no more than that there was one.</summary>
    public event Action<Exception>? FunctionFailed;

    /// <summary>Turns arguments and results into bytes.</summary>
    public QuicRpcSerializer Serializer { get; }

    /// <summary>Limits and times.</summary>
    public QuicRpcOptions Options { get; }

    /// <summary>What functions may ask for.</summary>
    public IServiceProvider? Services { get; }

    internal FunctionTable<TContext> Functions { get; } = new();

    /// <summary>Registers all functions of a class.</summary>
    /// <exception cref="InvalidOperationException">A number is taken.</exception>
    public void BindFunctions(QuicRpcFunctions functions) => functions.Register(this);

    /// <summary>Binds a client to a connection. Clients of one connection share its streams; the client is valid as long as the connection.</summary>
    public void BindClient<TClient>(QuicConnection connection, ref TClient client) where TClient : IQuicRpcClient => client.Bind(Caller(connection));

    /// <summary>Calls by number over a connection.</summary>
    public QuicRpcCaller Caller(QuicConnection connection) => new(ChannelOf(connection));

    /// <summary>
    /// Handles the calls that come by a connection until it is closed or lost, or the token is cancelled. Calls that are being handled then are
    /// cancelled, and the task completes when the last one has ended. The connection is not closed: it belongs to whoever opened it.
    /// </summary>
    public Task HandleConnection(QuicConnection connection, TContext context, CancellationToken cancellationToken = default) =>
        new ServedConnection<TContext>(this, connection, context, RaiseFailed).RunAsync(cancellationToken);

    /// <summary>Handles the calls that come by one stream, of a connection that is used for other things too, and disposes the stream.</summary>
    /// <param name="stream">A bidirectional stream whose next byte is the first of a call.</param>
    /// <param name="context">What the functions know.</param>
    /// <param name="exceptionDelegate">Called with handlers' unexpected exceptions; null: <see cref="FunctionFailed"/> alone is raised.</param>
    /// <param name="cancellationToken">Cancels the calls and ends the stream.</param>
    public Task HandleStream(QuicStream stream, TContext context, Action<Exception>? exceptionDelegate, CancellationToken cancellationToken = default) =>
        new ServedConnection<TContext>(this, null, context, exceptionDelegate + RaiseFailed).RunAsync(stream, cancellationToken);

    private QuicRpcChannel ChannelOf(QuicConnection connection) =>
        _channels.GetValue(connection, key => new QuicRpcChannel(new ConnectionStreams(key), Serializer, Options));

    private void RaiseFailed(Exception error) => Observers.Tell(FunctionFailed, nameof(FunctionFailed), error);
}
