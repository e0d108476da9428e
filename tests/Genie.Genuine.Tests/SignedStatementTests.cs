using Genie.Genuine.Identities;
using Genie.Genuine.Statements;

namespace Genie.Genuine.Tests;

public sealed class SignedStatementTests : IDisposable
{
    private readonly IdentityKeyPair _signer = IdentityKeyPair.Generate();
    private readonly IdentityKeyPair _other = IdentityKeyPair.Generate();

    public void Dispose()
    {
        _signer.Dispose();
        _other.Dispose();
    }

    [Theory]
    [InlineData("")]
    [InlineData("what is said")]
    public void Who_knows_the_key_reads_it(string text)
    {
        var content = System.Text.Encoding.UTF8.GetBytes(text);
        var statement = SignedStatement.Sign(_signer, "test", content);
        Assert.Equal(SignedStatement.Overhead + content.Length, statement.Length);
        Assert.True(SignedStatement.TryRead(statement, _signer.Public, "test", out var read));
        Assert.Equal(content, read.ToArray());
    }

    [Fact]
    public void Another_signer_or_purpose_and_every_change_and_cut_is_refused()
    {
        var statement = SignedStatement.Sign(_signer, "test", "what is said"u8);
        Assert.False(SignedStatement.TryRead(statement, _other.Public, "test", out _));
        Assert.False(SignedStatement.TryRead(statement, _signer.Public, "tes", out _));
        Assert.False(SignedStatement.TryRead(statement, _signer.Public, "testw", out _));
        for (var i = 0; i < statement.Length; i++)
        {
            Assert.False(SignedStatement.TryRead(statement.AsMemory(0, i), _signer.Public, "test", out _));
            statement[i] ^= 1;
            Assert.False(SignedStatement.TryRead(statement, _signer.Public, "test", out var content));
            Assert.True(content.IsEmpty);
            statement[i] ^= 1;
        }

        Assert.False(SignedStatement.TryRead((byte[])[.. statement, 0], _signer.Public, "test", out _));
    }

    [Fact]
    public void A_purpose_has_a_name_of_bounded_length()
    {
        Assert.Throws<ArgumentException>(() => SignedStatement.Sign(_signer, "", default));
        Assert.Throws<ArgumentException>(() => SignedStatement.Sign(_signer, new string('p', SignedStatement.PurposeBytesMax + 1), default));
        Assert.True(SignedStatement.TryRead(SignedStatement.Sign(_signer, new string('p', SignedStatement.PurposeBytesMax), default), _signer.Public, new string('p', SignedStatement.PurposeBytesMax), out _));
    }
}
