using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Tests.Delivery;

/// <summary>A real HTTP server on loopback that answers as a test tells it to.</summary>
internal sealed class WebhookReceiver : IAsyncDisposable
{
    private readonly CancellationTokenSource _closing = new();
    private readonly Func<ReceivedWebhook, WebhookReceiver, Task<int>> _answer;
    private readonly WebApplication _server;

    /// <summary>Begins to receive.</summary>
    /// <param name="answer">The status of the answer to a request; 0 breaks the connection off.</param>
    public WebhookReceiver(Func<ReceivedWebhook, int> answer)
        : this((request, _) => Task.FromResult(answer(request)))
    {
    }

    public WebhookReceiver(Func<ReceivedWebhook, WebhookReceiver, Task<int>> answer)
    {
        _answer = answer;
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _server = builder.Build();
        _server.Run(AnswerAsync);
        _server.Start();
        Url = new Uri(new Uri(_server.Urls.Single()), "hook");
    }

    public Uri Url { get; }

    /// <summary>All requests in the order they came.</summary>
    public ConcurrentQueue<ReceivedWebhook> Received { get; } = new();

    /// <summary>Headers of all answers.</summary>
    public Dictionary<string, string> Headers { get; } = [];

    /// <summary>Cancelled when it closes, for answers that never come.</summary>
    public CancellationToken Closing => _closing.Token;

    public async ValueTask DisposeAsync()
    {
        await _closing.CancelAsync();
        await _server.DisposeAsync();
        _closing.Dispose();
    }

    private async Task AnswerAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body);
        var headers = context.Request.Headers;
        var request = new ReceivedWebhook(headers["webhook-id"]!, headers["webhook-timestamp"]!, headers["webhook-signature"]!, headers["Idempotency-Key"]!, context.Request.ContentType!, await reader.ReadToEndAsync());
        Received.Enqueue(request);
        try
        {
            var status = await _answer(request, this);
            foreach (var (name, value) in Headers) context.Response.Headers[name] = value;
            if (status == 0) context.Abort();
            else context.Response.StatusCode = status;
        }
        catch (OperationCanceledException)
        {
            context.Abort();
        }
    }
}
