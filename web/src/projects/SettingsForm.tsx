// SettingsForm: settings for chunking, embedding and answers, and a list of all current settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState, type FormEvent } from "react";
import { ChangeButton } from "../shell/ChangeButton";
import { Failure } from "../shell/Failure";
import { changes, useChange, useProviders, useSettings, type Provider, type Setting } from "./data";
import { givenValue, shownValue } from "./toml";

/** Descriptions of the chunkers. */
const CHUNKERS: Record<string, string> = { ast: "by definition", simple_file_chunks: "by line" };

/** The most important settings, with the role of the providers to choose from. */
const MAIN: { key: string; label: string; role?: string }[] = [
  { key: "chunking.strategy", label: "Chunker", role: "chunker" },
  { key: "chunking.max_tokens", label: "Largest piece, in tokens" },
  { key: "chunking.text_overlap", label: "Overlap of text pieces, as a share" },
  { key: "embedding.provider", label: "Embedder", role: "embedder" },
  { key: "embedding.model", label: "Model of the embedder" },
  { key: "rerank.provider", label: "Reranker", role: "reranker" },
];

export function SettingsForm({ id }: { id: string }) {
  const { data, error } = useSettings(id);
  const { data: providers } = useProviders(id);
  const [given, setGiven] = useState<Record<string, string>>({});
  const save = useChange((changed: Record<string, string | number | boolean | null>) => changes.settings(id, changed));
  if (error) return <Failure error={error} />;
  if (!data) return null;
  const byKey = new Map(data.effective.map((setting) => [setting.key, setting]));
  const changed = Object.entries(given).filter(([key, text]) => text !== shownValue(byKey.get(key)?.value ?? ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = changed.map(([key, text]) => [key, givenValue(text, byKey.get(key)?.type ?? "text")] as const);
    save.mutate(Object.fromEntries(values), { onSuccess: () => setGiven({}) });
  };
  return (
    <section className="card">
      <h2>Settings</h2>
      <form className="settings" onSubmit={submit}>
        {MAIN.map(({ key, label, role }) => {
          const setting = byKey.get(key);
          if (!setting) return null;
          return (
            <Field
              key={key}
              label={label}
              setting={setting}
              providers={providers?.filter((provider) => provider.role === role)}
              value={given[key] ?? shownValue(setting.value)}
              onChange={(text) => setGiven({ ...given, [key]: text })}
            />
          );
        })}
        <p className="buttons">
          <ChangeButton type="submit" className="primary" disabled={changed.length === 0 || save.isPending}>
            Save
          </ChangeButton>
          {changed.length > 0 && (
            <button type="button" className="plain" onClick={() => setGiven({})}>
              Undo
            </button>
          )}
          {save.isSuccess && changed.length === 0 && (
            <span className="quiet" role="status">
              Saved. What shapes the index takes effect with the next run.
            </span>
          )}
        </p>
        {save.error && <Failure error={save.error} />}
      </form>
      <AllSettings settings={data.effective} />
    </section>
  );
}

/** Read-only settings. */
export function SettingsInForce({ id }: { id: string }) {
  const { data, error } = useSettings(id);
  if (error) return <Failure error={error} />;
  if (!data) return null;
  return (
    <section className="card">
      <h2>Settings</h2>
      <AllSettings settings={data.effective} />
    </section>
  );
}

function AllSettings({ settings }: { settings: Setting[] }) {
  return (
    <details>
      <summary>All {settings.length} settings in force</summary>
      <div className="scroll" tabIndex={0} role="region" aria-label="All settings">
        <table className="all-settings">
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Value</th>
              <th scope="col">From</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {settings.map((setting) => (
              <tr key={setting.key}>
                <th scope="row">
                  <code>{setting.key}</code>
                </th>
                <td>
                  <code>{setting.value}</code>
                </td>
                <td>{setting.origin}</td>
                <td className="quiet">{setting.doc}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface FieldProps {
  label: string;
  setting: Setting;
  providers: Provider[] | undefined;
  value: string;
  onChange: (text: string) => void;
}

function Field({ label, setting, providers, value, onChange }: FieldProps) {
  return (
    <label title={setting.doc}>
      <span>
        {label} <span className="quiet">{setting.origin !== "default" && `(${setting.origin})`}</span>
      </span>
      {providers && providers.length > 0 ? (
        <select value={value} onChange={(event) => onChange(event.target.value)}>
          {providers.map(({ name, is_available, missing }) => (
            <option key={name} value={name} disabled={!is_available}>
              {[name in CHUNKERS ? `${CHUNKERS[name]} (${name})` : name, missing].filter(Boolean).join(": ")}
            </option>
          ))}
        </select>
      ) : (
        <input value={value} onChange={(event) => onChange(event.target.value)} inputMode={/^(integer|number)/.test(setting.type) ? "decimal" : "text"} />
      )}
    </label>
  );
}
