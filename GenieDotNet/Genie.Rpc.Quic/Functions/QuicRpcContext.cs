using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>What a function knows about the call that it handles.</summary>
/// <typeparam name="TContext">The type of a connection's context.</typeparam>
public readonly struct QuicRpcContext<TContext>
{
    /// <summary>Creates a context, as for a test of a function.</summary>
    public QuicRpcContext(QuicStream? stream, TContext connectionContext, CancellationToken cancellationToken)
        : this(stream, connectionContext, null, QuicRpcMetadata.Empty, null, cancellationToken)
    {
    }

    internal QuicRpcContext(
        QuicStream? stream, TContext connectionContext, QuicConnection? connection, QuicRpcMetadata metadata, IServiceProvider? services, CancellationToken cancellationToken)
    {
        Stream = stream;
        ConnectionContext = connectionContext;
        Connection = connection;
        Metadata = metadata;
        Services = services;
        CancellationToken = cancellationToken;
    }

    /// <summary>What <see cref="QuicRpcService{TContext}.HandleConnection"/> was given for this connection.</summary>
    public TContext ConnectionContext { get; }

    /// <summary>Cancelled when the caller cancels or goes away, at the call's deadline, and when the connection's handling is to end.</summary>
    public CancellationToken CancellationToken { get; }

    /// <summary>The stream of a raw call; null for every other.</summary>
    public QuicStream? Stream { get; }

    /// <summary>The connection that the call came by, by which its caller can be called back; null where only the stream is known.</summary>
    public QuicConnection? Connection { get; }

    /// <summary>What the caller sent with the call.</summary>
    public QuicRpcMetadata Metadata { get; }

    /// <summary>The services that <see cref="QuicRpcService{TContext}"/> was made with.</summary>
    public IServiceProvider? Services { get; }

    /// <summary>One of <see cref="Services"/>.</summary>
    /// <exception cref="InvalidOperationException">There is none of this type.</exception>
    public T GetService<T>() where T : class => Services?.GetService(typeof(T)) as T
        ?? throw new InvalidOperationException($"There is no service {typeof(T)}. Give the QuicRpcService a provider that has it.");
}
