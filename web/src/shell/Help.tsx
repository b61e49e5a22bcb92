// Help: a dialog with all keys.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { Dialog } from "./Dialog";

const GROUPS: { name: string; keys: [string[], string][] }[] = [
  {
    name: "Search",
    keys: [
      [["/"], "Go to the search field"],
      [["Enter"], "From the field to the first result"],
      [["Esc"], "Back to the field; again: clear it"],
      [["f"], "Filters"],
      [["m"], "More results"],
    ],
  },
  {
    name: "Results",
    keys: [
      [["j", "k"], "Next, previous"],
      [["Enter"], "Show the file"],
      [["o"], "Open in the editor"],
      [["x"], "Show all lines or the best ones"],
      [["w"], "Why it ranks here"],
      [["c"], "Copy its path and line"],
    ],
  },
  {
    name: "File",
    keys: [
      [["d"], "Outline: definitions, headings"],
      [["c"], "Callers and callees"],
      [["o"], "Open in the editor"],
      [["Esc"], "Back to the results"],
    ],
  },
  {
    name: "Page",
    keys: [
      [["t"], "Theme: light, dark or system"],
      [["g", "s"], "A new search"],
      [["g", "a"], "Ask"],
      [["g", "p"], "Projects"],
      [["g", "h"], "Health"],
      [["g", "o"], "Preferences"],
      [["?"], "This help"],
    ],
  },
];

export function Help({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <div className="keys">
        {GROUPS.map(({ name, keys }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([names, text]) => (
                <div key={text}>
                  <dt>
                    {names.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="quiet">
        The address of the page contains the whole search, so you can share or bookmark it. It never reaches the server’s log.{" "}
        <a href="licenses.txt">Licences</a> of third-party code in this page.
      </p>
    </Dialog>
  );
}
