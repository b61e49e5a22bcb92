// FolderDialog: chooses a folder on the server, from the folders that it allows.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState, type FormEvent } from "react";
import { formatRoute, go } from "../route";
import { Dialog } from "../shell/Dialog";
import { Failure } from "../shell/Failure";
import { Icon } from "../shell/icons";
import { changes, fullPath, useChange, useFolders } from "./data";

export function FolderDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [path, setPath] = useState("");
  const [typed, setTyped] = useState("");
  const { data, error } = useFolders(path, isOpen);
  const { data: top } = useFolders("", isOpen);
  const open = (to: string) => {
    setPath(to);
    setTyped(to);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(fullPath(typed, top?.folders.length === 1 ? top.folders[0]!.path : ""));
  };
  const add = useChange(async (root: string) => {
    const { project_id } = await changes.add(root);
    await changes.index(project_id, false);
    return project_id;
  });
  const choose = (root: string) =>
    add.mutate(root, {
      onSuccess: (id) => {
        onClose();
        go(formatRoute(["projects", id]));
      },
    });
  return (
    <Dialog title="Choose a folder" isOpen={isOpen} onClose={onClose}>
      <form className="here" onSubmit={submit}>
        <label>
          <span>Path of the folder</span>
          <input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={top?.folders[0] ? `${top.folders[0].path}/…` : ""}
            spellCheck={false}
            autoComplete="off"
            autoFocus
          />
        </label>
        <button type="submit" className="plain" disabled={!typed.trim() || typed === path}>
          Open
        </button>
      </form>
      {path ? (
        <p>
          <button type="button" className="plain" onClick={() => open(data?.parent ?? "")}>
            Up
          </button>
        </p>
      ) : (
        <p className="quiet">Or choose one of the folders that this server may index:</p>
      )}
      {error && <Failure error={error} />}
      {add.error && <Failure error={add.error} />}
      <ul className="folders">
        {data?.folders.map((folder) => (
          <li key={folder.path}>
            <button type="button" className="link" onClick={() => open(folder.path)}>
              <Icon name="folder" /> {folder.name}
            </button>
            {folder.project_id && <span className="badge">project {folder.project_id}</span>}
          </li>
        ))}
        {data?.folders.length === 0 && <li className="quiet">There is no folder in it.</li>}
        {data?.is_cut && <li className="quiet">There are more.</li>}
      </ul>
      {path && data && !error && (
        <button type="button" className="primary" disabled={add.isPending} onClick={() => choose(path)}>
          Index this folder
        </button>
      )}
    </Dialog>
  );
}
