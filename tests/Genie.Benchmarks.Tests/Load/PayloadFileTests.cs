using System.Text;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Load;

public sealed class PayloadFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_file_is_one_message_whatever_it_holds()
    {
        var file = await WriteAsync("order.json", "{\n}\n");
        Assert.Equal(["{\n}\n"], Messages(file));
        Assert.Equal((1, 4), (PayloadFile.Open(file).Messages, PayloadFile.Open(file).MeanBytes));
    }

    [Fact]
    public async Task Json_lines_are_a_message_each()
    {
        var file = await WriteAsync("orders.jsonl", "{\"a\": 1}\r\n\n  [2, 3]\n\"last\"");
        Assert.Equal(["{\"a\": 1}", "[2, 3]", "\"last\""], Messages(file));
        Assert.Equal(3, PayloadFile.Open(file).Messages);
    }

    [Fact]
    public async Task A_mark_before_the_lines_belongs_to_none()
    {
        var file = Path.Combine(_folder.Path, "orders.jsonl");
        await File.WriteAllTextAsync(file, "{\"a\": 1}\n[2]\n", new UTF8Encoding(encoderShouldEmitUTF8Identifier: true));
        Assert.Equal(["{\"a\": 1}", "[2]"], Messages(file));
        await File.WriteAllTextAsync(file, "[2]\n", Encoding.Unicode);
        Assert.Contains("UTF-16", Assert.Throws<BadArgumentException>(() => PayloadFile.Open(file)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Files_of_a_folder_are_a_message_each_by_their_names()
    {
        await WriteAsync("b.json", "second");
        await WriteAsync("a.bin", "first");
        await WriteAsync(".hidden", "none");
        await WriteAsync("empty", "");
        Assert.Equal(["first", "second"], Messages(_folder.Path));
    }

    [Theory]
    [InlineData("orders.jsonl", "{\"a\": 1}\n{\"a\": \n", "line 2 is no JSON")]
    [InlineData("orders.ndjson", "{} {}\n", "line 1 is no JSON")]
    [InlineData("orders.jsonl", "\n \n", "all of its lines are empty")]
    [InlineData("order.json", "", "0 bytes are no payload")]
    public async Task What_is_no_payload_is_refused(string name, string text, string said)
    {
        var file = await WriteAsync(name, text);
        Assert.Contains(said, Assert.Throws<BadArgumentException>(() => PayloadFile.Open(file)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_not_there_is_refused()
    {
        Assert.Contains("cannot be read", Assert.Throws<BadArgumentException>(() => PayloadFile.Open(Path.Combine(_folder.Path, "none"))).Message, StringComparison.Ordinal);
        Assert.Contains("no file in this folder", Assert.Throws<BadArgumentException>(() => PayloadFile.Open(_folder.Path)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Messages_that_have_changed_meanwhile_are_not_sent()
    {
        var payload = PayloadFile.Open(await WriteAsync("orders.jsonl", "[12]\n[3]\n"));
        await WriteAsync("orders.jsonl", "[1]\n[23]\n");
        Assert.Contains("was changed", Assert.Throws<IOException>(() => payload.Read()).Message, StringComparison.Ordinal);
    }

    private static IEnumerable<string> Messages(string path) => PayloadFile.Open(path).Read().Select(message => Encoding.UTF8.GetString(message.Span));

    private async Task<string> WriteAsync(string name, string text)
    {
        var path = Path.Combine(_folder.Path, name);
        await File.WriteAllTextAsync(path, text);
        return path;
    }
}
