// Tour: shows the current stop above the page.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect } from "react";
import { go } from "../route";
import { useStore } from "../store";
import { goTo, STOPS, stopHref, tour } from "./stops";

/** `isAsked`: true if the address starts the tour. */
export function Tour({ isAsked }: { isAsked: boolean }) {
  const at = useStore(tour);
  useEffect(() => {
    if (!isAsked) return;
    goTo(0);
    go(stopHref(STOPS[0]!), true);
  }, [isAsked]);
  const stop = STOPS[at];
  if (!stop) return null;
  const move = (to: number) => {
    goTo(to);
    const next = STOPS[to];
    if (next) go(stopHref(next));
  };
  return (
    <aside className="tour" aria-label="Tour">
      <div>
        <p className="quiet">
          Tour, stop {at + 1} of {STOPS.length}
        </p>
        <p>
          <strong>{stop.title}.</strong> {stop.text}
        </p>
      </div>
      <p className="tour-steps">
        {at > 0 && (
          <button type="button" className="plain" onClick={() => move(at - 1)}>
            Back
          </button>
        )}
        {at + 1 < STOPS.length ? (
          <button type="button" className="primary" onClick={() => move(at + 1)}>
            Next
          </button>
        ) : (
          <button type="button" className="primary" onClick={() => goTo(-1)}>
            Done
          </button>
        )}
        {at + 1 < STOPS.length && (
          <button type="button" className="plain" onClick={() => goTo(-1)}>
            End the tour
          </button>
        )}
      </p>
      {at + 1 === STOPS.length && (
        <p className="quiet tour-end">
          For a project of your own: <code>codeweaver server --open</code> in its folder.
        </p>
      )}
    </aside>
  );
}
