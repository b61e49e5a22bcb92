// TokenForm: asks for the token of the server. It is kept only in this browser and sent in a header, never in an address.
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
      <h1>This server asks for its token</h1>
      <p>
        It stands in the file that <code>--token-file</code> or the setting <code>server.token_file</code> names. Whoever has it may
        search, change and delete.
      </p>
      {wasRefused && (
        <p className="problem" role="alert">
          The token that was given is not that of this server.
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
        Keep it in this browser, for other tabs and days
      </label>
      <button type="submit" className="primary">
        Continue
      </button>
    </form>
  );
}
