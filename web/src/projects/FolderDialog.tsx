// FolderDialog: chooses a folder of the server's machine, among those that it lets calls name.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState } from "react";
import { formatRoute, go } from "../route";
import { Dialog } from "../shell/Dialog";
import { Failure } from "../shell/Failure";
import { Icon } from "../shell/icons";
import { changes, useChange, useFolders } from "./data";

export function FolderDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [path, setPath] = useState("");
  const { data, error } = useFolders(path, isOpen);
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
      <p className="here">
        {path && (
          <button type="button" className="plain" onClick={() => setPath(data?.parent ?? "")}>
            Up
          </button>
        )}
        {path ? <code>{path}</code> : "Open a folder that this server may index:"}
      </p>
      {error && <Failure error={error} />}
      {add.error && <Failure error={add.error} />}
      <ul className="folders">
        {data?.folders.map((folder) => (
          <li key={folder.path}>
            <button type="button" className="link" onClick={() => setPath(folder.path)}>
              <Icon name="folder" /> {folder.name}
            </button>
            {folder.project_id && <span className="badge">project {folder.project_id}</span>}
          </li>
        ))}
        {data?.folders.length === 0 && <li className="quiet">There is no folder in it.</li>}
        {data?.is_cut && <li className="quiet">There are more.</li>}
      </ul>
      {path && (
        <button type="button" className="primary" disabled={add.isPending} onClick={() => choose(path)}>
          Index this folder
        </button>
      )}
    </Dialog>
  );
}
