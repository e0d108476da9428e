using System.Net.Quic;
using System.Runtime.CompilerServices;
using MemoryPack;

namespace Genie.Rpc.Quic.Tests.Generating;

[MemoryPackable]
public partial record Hello(string Name, int Times);

/// <summary>Every kind of function.</summary>
[QuicRpcFunction(0)]
public partial class RpcFunctions : QuicRpcFunctions
{
    [QuicRpcFunction(0)]
    public ValueTask Test(string request) => request == GetContext<Session>().ConnectionContext.Name ? ValueTask.CompletedTask : throw new QuicRpcException(QuicRpcErrorCode.NotFound, request);

    [QuicRpcFunction(1)]
    public ValueTask<Hello> Test2() => ValueTask.FromResult(new Hello("nobody", 0));

    [QuicRpcFunction(2)]
    public async ValueTask<Hello?> Test3(Hello? request, CancellationToken cancellationToken)
    {
        await Task.Delay(1, cancellationToken);
        return request is null ? null : request with { Times = request.Times + 1 };
    }

    [QuicRpcFunction(3, IsStreaming = true)]
    public async ValueTask Streaming()
    {
        var context = GetContext<Session>();
        await context.Stream!.CopyToAsync(context.Stream, context.CancellationToken);
    }

    [QuicRpcFunction(4)]
    public async ValueTask<int> Sum(IAsyncEnumerable<int> numbers, CancellationToken cancellationToken) => await numbers.SumAsync(cancellationToken);

    [QuicRpcFunction(5)]
    public IAsyncEnumerable<int> Count(int to) => Enumerable.Range(0, to).ToAsyncEnumerable();

    [QuicRpcFunction(255)]
    public async IAsyncEnumerable<string> Spell(IAsyncEnumerable<int> numbers, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var number in numbers.WithCancellation(cancellationToken)) yield return $"<{number}>";
    }
}

[QuicRpcFunction(0)]
public partial struct RpcClient : IQuicRpcClient
{
    [QuicRpcFunction(0)]
    public partial Task Test(string request);

    [QuicRpcFunction(1)]
    public partial Task<Hello> Test2(CancellationToken cancellationToken = default);

    [QuicRpcFunction(2)]
    public partial ValueTask<Hello?> Test3(Hello? request, CancellationToken cancellationToken = default);

    [QuicRpcFunction(3, IsStreaming = true)]
    public partial Task<QuicStream> Streaming(CancellationToken cancellationToken = default);

    [QuicRpcFunction(4)]
    public partial Task<int> Sum(IAsyncEnumerable<int> numbers, CancellationToken cancellationToken = default);

    [QuicRpcFunction(5)]
    public partial IAsyncEnumerable<int> Count(int to, CancellationToken cancellationToken = default);

    [QuicRpcFunction(255)]
    public partial IAsyncEnumerable<string> Spell(IAsyncEnumerable<int> numbers, CancellationToken cancellationToken = default);
}

/// <summary>Both sides of one definition.</summary>
[QuicRpcFunction(7)]
public interface IGreeter
{
    [QuicRpcFunction(0)]
    Task<string> GreetAsync(string name, CancellationToken cancellationToken = default);

    [QuicRpcFunction(1)]
    ValueTask ClearAsync();

    [QuicRpcFunction(2)]
    IAsyncEnumerable<string> AllAsync(CancellationToken cancellationToken = default);
}
