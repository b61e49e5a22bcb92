// Dialog: a modal window. Escape or a click outside closes it.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useRef, type ReactNode } from "react";
import { Icon } from "./icons";

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current!;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {isOpen && (
        <div className="dialog">
          <header>
            <h2>{title}</h2>
            <button type="button" className="tool" onClick={onClose} aria-label="Close">
              <Icon name="close" />
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
