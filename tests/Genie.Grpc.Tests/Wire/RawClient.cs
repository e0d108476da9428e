using System.Buffers.Binary;
using System.Net;
using System.Net.Http.Headers;

namespace Genie.Grpc.Tests.Wire;

/// <summary>HTTP/2 by hand: sees and sends what a gRPC client would hide.</summary>
internal sealed class RawClient(Uri address)
{
    private static readonly HttpClient Http = new();

    /// <summary>A message in its frame.</summary>
    public static byte[] Frame(byte[] message, byte flag = 0)
    {
        var framed = new byte[message.Length + 5];
        framed[0] = flag;
        BinaryPrimitives.WriteInt32BigEndian(framed.AsSpan(1), message.Length);
        message.CopyTo(framed, 5);
        return framed;
    }

    /// <summary>The status of a response that was read to its end, wherever it stands.</summary>
    public static (string Status, string? Message) StatusOf(HttpResponseMessage response)
    {
        var headers = response.Headers.Contains("grpc-status") ? response.Headers : response.TrailingHeaders;
        return (headers.GetValues("grpc-status").Single(), headers.TryGetValues("grpc-message", out var message) ? message.Single() : null);
    }

    public Task<HttpResponseMessage> PostAsync(string path, byte[] body, params (string Name, string Value)[] headers) =>
        SendAsync(path, body, HttpCompletionOption.ResponseContentRead, headers);

    public async Task<HttpResponseMessage> SendAsync(string path, byte[] body, HttpCompletionOption completion, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(address, path))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(body),
        };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/grpc");
        request.Headers.TE.ParseAdd("trailers");
        foreach (var (name, value) in headers)
        {
            if (name == "content-type") request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(value);
            else request.Headers.TryAddWithoutValidation(name, value);
        }

        return await Http.SendAsync(request, completion);
    }
}
