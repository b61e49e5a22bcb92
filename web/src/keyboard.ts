// Keyboard shortcuts, and how they differ from typing.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useRef } from "react";

/** Name of a key in the binding tables: "j", "?", "Escape"; "g p" for two keys in sequence. */
export type Bindings = Record<string, (event: KeyboardEvent) => void>;

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** True for an empty query field. There '?' opens the help, because no query begins with it. */
function asksForHelp({ key, target }: KeyboardEvent): boolean {
  return key === "?" && target instanceof HTMLInputElement && target.type === "search" && target.value === "";
}

/** Time limit for the second key of a pair. */
const PAIR_MS = 1000;

/** Takes key presses and returns the bound name; pairs take precedence over single keys. */
export class KeySequence {
  private first = "";
  private at = 0;

  press(key: string, now: number, isBound: (name: string) => boolean): string {
    const pair = now - this.at < PAIR_MS ? `${this.first} ${key}` : "";
    this.first = key;
    this.at = now;
    if (pair && isBound(pair)) {
      this.first = "";
      return pair;
    }
    return isBound(key) ? key : "";
  }
}

/** Calls the bound actions while the component is mounted, but not during typing or in a dialog. */
export function useKeys(bindings: Bindings): void {
  const current = useRef(bindings);
  current.current = bindings;
  useEffect(() => {
    const sequence = new KeySequence();
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((isTyping(event.target) && !asksForHelp(event)) || document.querySelector("dialog[open]")) return;
      const onControl = event.target instanceof Element && event.target.closest("a, button, summary");
      if (onControl && (event.key === "Enter" || event.key === " ")) return;
      const name = sequence.press(event.key, event.timeStamp, (bound) => bound in current.current);
      if (!name) return;
      event.preventDefault();
      current.current[name]!(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
