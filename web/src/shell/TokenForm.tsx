// TokenForm: asks for the server's token. The token is stored in this browser only and sent in a header, never in an address.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState, type FormEvent } from "react";
import { connection, keepToken, token } from "../api/connection";

export function TokenForm({ onGiven }: { onGiven: () => void }) {
  const [text, setText] = useState("");
  const [isKept, setKept] = useState(false);
  const wasRefused = token() !== "";
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    keepToken(text, isKept ? "machine" : "tab");
    connection.set("open");
    onGiven();
  };
  return (
    <form className="card token" onSubmit={give}>
      <h1>This server requires a token</h1>
      <p>
        The token is in the file given by <code>--token-file</code> or the setting <code>server.token_file</code>. Anyone with the
        token can search, change and delete.
      </p>
      {wasRefused && (
        <p className="problem" role="alert">
          The server did not accept the token.
        </p>
      )}
      <label>
        Token
        <input
          type="password"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          required
        />
      </label>
      <label className="check">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        Remember it in this browser
      </label>
      <button type="submit" className="primary">
        Continue
      </button>
    </form>
  );
}
