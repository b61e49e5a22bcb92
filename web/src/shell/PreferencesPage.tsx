// PreferencesPage: preferences of this browser: theme, editor and token.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState } from "react";
import { forgetToken, token } from "../api/connection";
import { queries } from "../api/queries";
import { changePreferences, EDITORS, isEditorAddress, preferences, type Theme } from "../preferences";
import { useStore } from "../store";

export function PreferencesPage() {
  const { theme, editor } = useStore(preferences);
  const [address, setAddress] = useState(editor);
  const [hasToken, setHasToken] = useState(token() !== "");
  const known = EDITORS.find((one) => one.address === editor);
  const forget = () => {
    forgetToken();
    setHasToken(false);
    void queries.resetQueries();
  };
  return (
    <section className="preferences">
      <h1>Preferences</h1>
      <p className="quiet">They belong to this browser. Settings of a project are on its page.</p>
      <form className="card settings" onSubmit={(event) => event.preventDefault()}>
        <label>
          <span>Theme</span>
          <select value={theme} onChange={(event) => changePreferences({ theme: event.target.value as Theme })}>
            <option value="system">as the system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
        <label>
          <span>Editor that results open in</span>
          <select
            value={known?.address ?? ""}
            onChange={(event) => {
              setAddress(event.target.value || editor);
              if (event.target.value) changePreferences({ editor: event.target.value });
            }}
          >
            {EDITORS.map(({ name, address: of }) => (
              <option key={name} value={of}>
                {name}
              </option>
            ))}
            {!known && <option value="">another one</option>}
          </select>
        </label>
        <label>
          <span>
            Its address, with <code>{"{path}"}</code> and <code>{"{line}"}</code>
          </span>
          <input
            value={address}
            spellCheck={false}
            aria-invalid={!isEditorAddress(address)}
            onChange={(event) => {
              setAddress(event.target.value);
              if (isEditorAddress(event.target.value)) changePreferences({ editor: event.target.value });
            }}
          />
        </label>
        {!isEditorAddress(address) && (
          <p className="problem">That is no address of an editor: it begins with the editor’s own scheme and holds {"{path}"}.</p>
        )}
        {hasToken && (
          <p className="buttons">
            <button type="button" className="plain" onClick={forget}>
              Forget the server’s token
            </button>
          </p>
        )}
      </form>
    </section>
  );
}
